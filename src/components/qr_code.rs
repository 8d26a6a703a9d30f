//! QR codes.

use super::html::{Element, path, svg};
use qrcodegen::{QrCode, QrCodeEcc};

/// The quiet zone around the modules: 4 of them (ISO/IEC 18004).
const QUIET_ZONE: i32 = 4;

/// Returns the QR code of a text; `None` if the text is too long for one.
pub(crate) fn qr_code(text: &str, name: &'static str) -> Option<Element> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let size = code.size();
    let code = &code;
    let row = |y| {
        let dark = (0..size).filter(move |x| code.get_module(*x, y));
        dark.map(move |x| format!("M{x} {y}h1v1h-1z"))
    };
    let modules: String = (0..size).flat_map(row).collect();
    let length = size + 2 * QUIET_ZONE;
    let drawing = svg()
        .class("qr-code")
        .role("img")
        .aria_label(name)
        .attr(
            "viewBox",
            format!("-{QUIET_ZONE} -{QUIET_ZONE} {length} {length}"),
        )
        .child(path().attr("d", modules));
    Some(drawing)
}
