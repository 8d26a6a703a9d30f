//! Icons from [Lucide](https://lucide.dev). The build puts those that are listed here into the
//! page as symbols (`tools/icons.mjs`), so that the first paint has them too.

use super::html::{Element, svg, symbol_use};

/// An icon by its name in Lucide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Icon(&'static str);

pub(crate) const ANALYSIS: Icon = Icon("chart-line");
pub(crate) const CLOSE: Icon = Icon("x");
pub(crate) const COMPUTER: Icon = Icon("bot");
pub(crate) const CUSTOM: Icon = Icon("sliders-horizontal");
pub(crate) const FIRST: Icon = Icon("chevron-first");
pub(crate) const HELP: Icon = Icon("circle-question-mark");
pub(crate) const HINT: Icon = Icon("lightbulb");
pub(crate) const INFO: Icon = Icon("info");
pub(crate) const LAST: Icon = Icon("chevron-last");
pub(crate) const LEARN: Icon = Icon("graduation-cap");
pub(crate) const LIBRARY: Icon = Icon("library");
pub(crate) const LINK: Icon = Icon("link");
pub(crate) const LOAD: Icon = Icon("folder-open");
pub(crate) const MORE: Icon = Icon("menu");
pub(crate) const NEW: Icon = Icon("plus");
pub(crate) const NEXT: Icon = Icon("chevron-right");
pub(crate) const PLAY: Icon = Icon("gamepad-2");
pub(crate) const PLAYERS: Icon = Icon("users");
pub(crate) const PREVIOUS: Icon = Icon("chevron-left");
pub(crate) const QR_CODE: Icon = Icon("qr-code");
pub(crate) const REMATCH: Icon = Icon("refresh-cw");
pub(crate) const REDO: Icon = Icon("redo-2");
pub(crate) const SAVE: Icon = Icon("download");
pub(crate) const SCORES: Icon = Icon("medal");
pub(crate) const SEND: Icon = Icon("send");
pub(crate) const SETTINGS: Icon = Icon("settings");
pub(crate) const SHARE: Icon = Icon("share");
pub(crate) const SHUFFLE: Icon = Icon("shuffle");
pub(crate) const SOUND: Icon = Icon("volume-2");
pub(crate) const TEXT: Icon = Icon("terminal");
pub(crate) const TOURNAMENT: Icon = Icon("trophy");
pub(crate) const UNDO: Icon = Icon("undo-2");

/// The drawing of an icon, hidden from assistive technology.
pub(crate) fn icon(Icon(name): Icon) -> Element {
    svg()
        .class("icon")
        .aria_hidden("true")
        .child(symbol_use().attr("href", format!("#icon-{name}")))
}
