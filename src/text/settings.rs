//! The settings and their values.

use super::messages as m;
use crate::storage::settings::Setting;

/// The label of a setting.
pub(crate) fn setting_label(setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => m::theme(),
        Setting::Palette => m::palette(),
        Setting::BoardScale => m::board_size(),
        Setting::Labels => m::column_labels(),
        Setting::DropByLabel => m::number_keys(),
        Setting::Confirm => m::confirm_moves(),
        Setting::Sound => m::sound(),
        Setting::Volume => m::volume(),
        Setting::Vibration => m::vibration(),
        Setting::Motion => m::motion(),
        Setting::Hints => m::help_in_game(),
        Setting::BoardStyle => m::board_style(),
    }
}

/// The label of a setting's value.
pub(crate) fn setting_value(setting: Setting, id: &'static str) -> &'static str {
    match (setting, id) {
        (Setting::Theme | Setting::Motion, "system") => m::as_system(),
        (Setting::Theme, "light") => m::theme_light(),
        (Setting::Theme, "dark") => m::theme_dark(),
        (Setting::Theme, "contrast") => m::theme_contrast(),
        (Setting::Palette, "standard") => m::palette_standard(),
        (Setting::Palette, "protan") => m::palette_protan(),
        (Setting::Palette, "deutan") => m::palette_deutan(),
        (Setting::Palette, "tritan") => m::palette_tritan(),
        (Setting::Palette, "grey") => m::palette_grey(),
        (Setting::BoardScale, "small") => m::size_small(),
        (Setting::BoardScale, "medium") => m::size_medium(),
        (Setting::BoardScale, "large") => m::size_large(),
        (Setting::Labels, "letters") => m::labels_letters(),
        (Setting::Labels, "both") => m::labels_both(),
        (Setting::Labels, "one") => m::labels_one(),
        (Setting::Labels, "zero") => m::labels_zero(),
        (Setting::BoardStyle, "flat") => m::style_flat(),
        (Setting::BoardStyle, "wood") => m::style_wood(),
        (Setting::BoardStyle, "paper") => m::style_paper(),
        (Setting::Motion, "full") => m::motion_full(),
        (Setting::Motion, "none") => m::motion_none(),
        (_, id) => id,
    }
}
