//! Paints a drawing on a canvas. The Content Security Policy allows no images from elsewhere than the
//! page's files, so the outlines are painted one by one instead of as an SVG image.

use four_shapes_records::drawing::{Drawing, Label, Layer, Paints};
use js_sys::Promise;
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{
    CanvasRenderingContext2d, CanvasWindingRule, HtmlCanvasElement, HtmlElement, Path2d,
};

/// The width in pixels from which a drawing isn't enlarged.
const WIDTH: usize = 1400;

/// Returns the colours of the page as it is shown: of its theme, its board and its palette.
pub(super) fn paints_of_page() -> Paints {
    let mut colours = *Paints::LIGHT.colours();
    if let Some(read) = colours_of_page() {
        for (colour, read) in colours.iter_mut().zip(read) {
            // Otherwise a notation of wide colours, which the style sheets don't use.
            *colour = read.parse().unwrap_or(*colour);
        }
    }
    Paints::new(colours)
}

/// Returns the colours of [`Paints::NAMES`] as the browser writes them.
fn colours_of_page() -> Option<Vec<String>> {
    let group = document().create_element("span").ok()?;
    let probe = |name: &&str| {
        let probe: HtmlElement = document().create_element("span").ok()?.dyn_into().ok()?;
        let value = ["var(--", *name, ")"].concat();
        probe.style().set_property("color", &value).ok()?;
        group.append_child(&probe).ok()?;
        Some(probe)
    };
    let probes = Paints::NAMES
        .iter()
        .map(probe)
        .collect::<Option<Vec<_>>>()?;
    // All are in the document before the first is read, so that styles are computed once.
    document().body()?.append_child(&group).ok()?;
    let read = |probe: &HtmlElement| {
        let style = window().get_computed_style(probe).ok()??;
        style.get_property_value("color").ok()
    };
    let colours = probes.iter().map(read).collect();
    group.remove();
    colours
}

/// Returns a promise of the drawing as a PNG file.
pub(super) fn png(drawing: &Drawing) -> Promise {
    match paint(drawing) {
        Ok(canvas) => Promise::new(&mut |resolve, reject| {
            let on_blob = Closure::once_into_js(move |blob: JsValue| {
                // `null` if the canvas is too large.
                let settle = if blob.is_null() { reject } else { resolve };
                // Neither of them throws.
                let _ = settle.call1(&JsValue::UNDEFINED, &blob);
            });
            // Fails only for canvases with images of other origins.
            let _ = canvas.to_blob(on_blob.unchecked_ref());
        }),
        Err(error) => Promise::reject(&error),
    }
}

fn paint(drawing: &Drawing) -> Result<HtmlCanvasElement, JsValue> {
    let bounds = drawing.bounds_with_labels();
    let (width, height) = bounds.size;
    let scale = if width < WIDTH { 2 } else { 1 };
    let canvas: HtmlCanvasElement = document().create_element("canvas")?.dyn_into()?;
    canvas.set_width((width * scale) as u32);
    canvas.set_height((height * scale) as u32);
    let context = canvas.get_context("2d")?.ok_or(JsValue::NULL)?;
    let context: CanvasRenderingContext2d = context.dyn_into()?;
    context.scale(number(scale), number(scale))?;
    context.set_fill_style_str(&drawing.page().to_string());
    context.fill_rect(0.0, 0.0, number(width), number(height));
    let (x, y) = bounds.from;
    context.translate(-coordinate(x), -coordinate(y))?;
    context.set_line_cap("round");
    context.set_line_join("round");
    for layer in drawing.layers() {
        paint_layer(&context, layer)?;
    }
    let (size, colour) = drawing.label_font();
    context.set_font(&format!("600 {size}px system-ui, sans-serif"));
    context.set_text_align("center");
    context.set_text_baseline("middle");
    context.set_fill_style_str(&colour.to_string());
    for Label { at: (x, y), text } in drawing.labels() {
        context.fill_text(&text, coordinate(x), coordinate(y))?;
    }
    Ok(canvas)
}

fn paint_layer(context: &CanvasRenderingContext2d, layer: &Layer) -> Result<(), JsValue> {
    let (x, y) = (coordinate(layer.at.0), coordinate(layer.at.1));
    let path = Path2d::new_with_path_string(&layer.outline)?;
    context.translate(x, y)?;
    context.set_global_alpha(f64::from(layer.opacity) / 100.0);
    if let Some(fill) = layer.fill {
        context.set_fill_style_str(&fill.to_string());
        context.fill_with_path_2d_and_winding(&path, CanvasWindingRule::Evenodd);
    }
    if let Some(stroke) = &layer.stroke {
        context.set_stroke_style_str(&stroke.colour.to_string());
        context.set_line_width(stroke.width.into());
        context.stroke_with_path(&path);
    }
    context.set_global_alpha(1.0);
    context.translate(-x, -y)
}

fn number(length: usize) -> f64 {
    f64::from(length as u32)
}

fn coordinate(at: isize) -> f64 {
    f64::from(at as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_have_the_colours_of_the_light_theme() {
        let tokens = include_str!("../../style/tokens.css");
        for (name, colour) in Paints::NAMES.iter().zip(Paints::LIGHT.colours()) {
            let (_, value) = tokens.split_once(&format!("  --{name}: ")).expect(name);
            let value = value.split(';').next().unwrap_or_default();
            let value = if value == "var(--page)" {
                "#f5f2ea"
            } else {
                value
            };
            let first = value.split('#').nth(1).unwrap_or_default();
            let digits: String = first.chars().take_while(char::is_ascii_hexdigit).collect();
            let digits = if digits.len() == 3 {
                digits.chars().flat_map(|digit| [digit; 2]).collect()
            } else {
                digits
            };
            assert_eq!(format!("#{digits}"), colour.to_string(), "{name}");
        }
    }
}
