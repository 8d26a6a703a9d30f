//! The page: everything that is needed to play.

fn main() {
    four_shapes_page::page();
}
