//! Tests of the records and links, in one binary so that it is linked once.

mod drawing;
mod examples;
mod import;
mod import_samples;
mod link;
mod record;
mod scores;
mod series_score;
mod time_control;
