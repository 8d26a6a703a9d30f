//! Tests of the computer players, in one binary so that it is linked once.

mod computer_game;
mod examples;
mod levels;
mod lookahead;
mod maxn;
mod mcts;
mod mcts_proofs;
mod threat_wins;
