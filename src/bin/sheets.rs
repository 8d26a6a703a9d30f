//! The sheets: dialogs and panels, loaded once the game can be played.

fn main() {
    four_shapes_page::sheets();
}
