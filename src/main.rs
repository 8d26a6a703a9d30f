//! Entry point of the page.

/// Smaller than the allocator of the standard library; `docs/measurements.md` has the figure.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

fn main() {
    four_shapes_page::start();
}
