//! Entry point of the page.

fn main() {
    four_shapes_page::start();
}
