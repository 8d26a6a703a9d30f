//! The programs in `examples/`.

#![allow(dead_code)] // their `main`

#[path = "../../examples/link.rs"]
mod link;

#[test]
fn a_link_is_described() {
    let text = link::description("v=1&board=7x6&connect=4&moves=1212121").expect("it is valid");
    assert!(text.ends_with("has won with A1, A2, A3, A4"), "{text}");
    assert!(link::description("v=1&board=7x6&connect=4&moves=9").is_err());
}
