//! Reusable views.

pub(crate) mod button;
pub(crate) mod checkbox;
pub(crate) mod confirm;
pub(crate) mod dialog;
pub(crate) mod dom;
pub(crate) mod explanation;
pub(crate) mod file_button;
pub(crate) mod html;
pub(crate) mod icon;
pub(crate) mod keyed_list;
pub(crate) mod number_select;
pub(crate) mod pick;
pub(crate) mod qr_code;
pub(crate) mod segments;
pub(crate) mod select;
pub(crate) mod stepper;
