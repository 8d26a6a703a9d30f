//! Tests of the protocol, in one binary so that it is linked once.

mod messages;
mod mutations;
mod play;
mod sdp;
mod signal;
mod simulation;
mod stored;
mod support;
mod tracker;
