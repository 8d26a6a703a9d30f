//! The page's program.

fn main() {
    four_shapes_page::start();
}
