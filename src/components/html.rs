//! Leptos's element builders with a single element type.
//!
//! The types of `leptos::html` contain those of all attributes and children, and rendering code
//! is compiled for each. Here attributes and children are erased one by one with Leptos's own
//! [`AnyAttribute`] and [`AnyView`]; most methods have the same names. `view!` with Leptos's own
//! `erase_components` would make the first load 22 KB larger (`bench/results/page-elements-2026-11-25.md`),
//! and loses reactive attributes that are spread on a component when Leptos rebuilds the component in
//! place (tachys 0.2.19, `AnyViewWithAttrs::rebuild`).
//!
//! When a closure that returns an element runs again, an HTML element is replaced, and loses focus
//! and scroll position, while SVG is updated in place: Leptos compares the name of a custom element
//! with `tagName`, which is in capitals (tachys 0.2.19, `html/element/mod.rs`). Closures therefore
//! belong into attributes and children rather than around elements.

use leptos::{
    attr::{
        any_attribute::{AnyAttribute, IntoAnyAttribute},
        custom::custom_attribute,
    },
    ev::{self, EventDescriptor},
    html,
    prelude::*,
    svg,
    tachys::html::{
        event, node_ref,
        property::{self, IntoProperty},
        style,
    },
};
use std::borrow::Cow;
use wasm_bindgen::JsValue;

/// A reference to an HTML element, as Leptos's [`NodeRef`].
pub(crate) type ElementRef = NodeRef<html::Custom<&'static str>>;

/// An element builder. Boxed, so that method calls move a pointer.
pub(crate) struct Element(Box<Parts>);

struct Parts {
    tag: Tag,
    attributes: Vec<AnyAttribute>,
    classes: Vec<Class>,
    children: Vec<AnyView>,
}

/// Classes of an element, separated by spaces.
pub(crate) enum Class {
    Constant(String),
    Dynamic(Box<dyn FnMut() -> Option<String> + Send>),
}

enum Tag {
    Html(&'static str),
    Svg,
    G,
    Use,
    Path,
    Text,
}

macro_rules! html_elements {
    ($($name:ident)+) => {$(
        #[doc = concat!("A `<", stringify!($name), ">` element.")]
        pub(crate) fn $name() -> Element {
            Element::new(Tag::Html(stringify!($name)))
        }
    )+};
}

html_elements! {
    bdi button caption dd details dialog div dl dt fieldset form h1 h2 h3 header input kbd label
    legend li main nav ol option p pre progress section select span summary table tbody td textarea
    th thead tr ul
}

/// An `<svg>` element.
pub(crate) fn svg() -> Element {
    Element::new(Tag::Svg)
}

/// An SVG `<g>` element.
pub(crate) fn g() -> Element {
    Element::new(Tag::G)
}

/// An SVG `<use>` element.
pub(crate) fn symbol_use() -> Element {
    Element::new(Tag::Use)
}

/// An SVG `<path>` element.
pub(crate) fn path() -> Element {
    Element::new(Tag::Path)
}

/// An SVG `<text>` element.
pub(crate) fn svg_text() -> Element {
    Element::new(Tag::Text)
}

macro_rules! attributes {
    ($($method:ident $name:literal)+) => {$(
        #[doc = concat!("Sets the attribute `", $name, "`.")]
        pub(crate) fn $method(self, value: impl AttributeValue) -> Self {
            self.attr($name, value)
        }
    )+};
}

impl Element {
    fn new(tag: Tag) -> Self {
        Self(Box::new(Parts {
            tag,
            attributes: Vec::new(),
            classes: Vec::new(),
            children: Vec::new(),
        }))
    }

    #[inline(never)]
    fn add_attribute(mut self, attribute: AnyAttribute) -> Self {
        self.0.attributes.push(attribute);
        self
    }

    /// Sets an attribute to a constant, or to the value of a closure.
    pub(crate) fn attr(self, name: &'static str, value: impl AttributeValue) -> Self {
        let attribute = value.into_attribute(name);
        self.add_attribute(attribute)
    }

    attributes! {
        accept "accept"
        aria_activedescendant "aria-activedescendant"
        aria_current "aria-current"
        aria_describedby "aria-describedby"
        aria_disabled "aria-disabled"
        aria_expanded "aria-expanded"
        aria_hidden "aria-hidden"
        aria_invalid "aria-invalid"
        aria_label "aria-label"
        aria_live "aria-live"
        aria_pressed "aria-pressed"
        aria_selected "aria-selected"
        aria_valuetext "aria-valuetext"
        autocapitalize "autocapitalize"
        autocomplete "autocomplete"
        id "id"
        inputmode "inputmode"
        max "max"
        maxlength "maxlength"
        min "min"
        multiple "multiple"
        name "name"
        open "open"
        placeholder "placeholder"
        readonly "readonly"
        role "role"
        rows "rows"
        scope "scope"
        spellcheck "spellcheck"
        tabindex "tabindex"
        title "title"
        r#for "for"
        r#type "type"
        value "value"
    }

    /// Adds classes: constant, the value of a closure, or `("name", is_set)` for a class that is
    /// set while a closure returns `true`.
    pub(crate) fn class(mut self, class: impl ClassValue) -> Self {
        self.0.classes.push(class.into_class());
        self
    }

    /// Sets a DOM property to the value of a closure.
    pub(crate) fn prop<V>(self, name: &'static str, value: impl Fn() -> V + Send + 'static) -> Self
    where
        V: IntoProperty + Send + 'static,
        Box<dyn Fn() -> V + Send>: IntoProperty + Send,
    {
        let value: Box<dyn Fn() -> V + Send> = Box::new(value);
        self.add_attribute(property::prop(name, value).into_any_attr())
    }

    /// Sets a CSS custom property to a constant, or to the value of a closure.
    pub(crate) fn style(self, (name, value): (&'static str, impl StyleValue)) -> Self {
        let attribute = value.into_style(name);
        self.add_attribute(attribute)
    }

    /// Adds an event listener.
    #[expect(clippy::needless_pass_by_value, reason = "the signature of Leptos")]
    pub(crate) fn on<E>(self, event: E, mut handler: impl FnMut(E::EventType) + 'static) -> Self
    where
        E: EventDescriptor,
        E::EventType: From<JsValue>,
    {
        // All events share one listener type.
        let handler = move |event: web_sys::Event| handler(JsValue::from(event).into());
        self.listen(event.name(), Box::new(handler))
    }

    #[inline(never)]
    fn listen(self, name: Cow<'static, str>, handler: Box<dyn FnMut(web_sys::Event)>) -> Self {
        let event: ev::Custom<web_sys::Event> = ev::Custom::new(name);
        self.add_attribute(event::on(event, handler).into_any_attr())
    }

    /// Stores the element in a reference, when it is built. Only for HTML elements.
    pub(crate) fn node_ref(self, reference: ElementRef) -> Self {
        self.add_attribute(node_ref::node_ref(reference).into_any_attr())
    }

    /// Adds children.
    pub(crate) fn child(mut self, child: impl Child) -> Self {
        child.add_to(&mut self.0.children);
        self
    }

    #[inline(never)]
    fn into_any(self) -> AnyView {
        let Parts {
            tag,
            mut attributes,
            classes,
            children,
        } = *self.0;
        attributes.extend(class_attribute(classes));
        match tag {
            Tag::Html(tag) => {
                let element = html::custom(tag).child(children);
                element.add_any_attr(attributes).into_any()
            }
            Tag::Svg => svg::svg()
                .child(children)
                .add_any_attr(attributes)
                .into_any(),
            Tag::G => svg::g().child(children).add_any_attr(attributes).into_any(),
            Tag::Use => svg::r#use()
                .child(children)
                .add_any_attr(attributes)
                .into_any(),
            Tag::Path => svg::path()
                .child(children)
                .add_any_attr(attributes)
                .into_any(),
            Tag::Text => svg::text()
                .child(children)
                .add_any_attr(attributes)
                .into_any(),
        }
    }
}

/// A value of a CSS custom property: constant, or a closure that returns it.
pub(crate) trait StyleValue {
    fn into_style(self, name: &'static str) -> AnyAttribute;
}

impl StyleValue for usize {
    fn into_style(self, name: &'static str) -> AnyAttribute {
        style::style((name, self.to_string())).into_any_attr()
    }
}

impl<F: Fn() -> usize + Send + 'static> StyleValue for F {
    fn into_style(self, name: &'static str) -> AnyAttribute {
        let value: Box<dyn Fn() -> String + Send> = Box::new(move || self().to_string());
        style::style((name, value)).into_any_attr()
    }
}

/// A text form for attributes. `None` removes the attribute.
pub(crate) trait AttributeText {
    fn into_text(self) -> Option<String>;
}

/// A value of an attribute: constant, or a closure that returns it.
pub(crate) trait AttributeValue {
    fn into_attribute(self, name: &'static str) -> AnyAttribute;
}

macro_rules! constant_values {
    ($($type:ty: $value:ident => $text:expr;)+) => {$(
        impl AttributeText for $type {
            fn into_text(self) -> Option<String> {
                let $value = self;
                $text
            }
        }

        impl AttributeValue for $type {
            fn into_attribute(self, name: &'static str) -> AnyAttribute {
                constant(name, self.into_text())
            }
        }
    )+};
}

constant_values! {
    &'static str: text => Some(text.to_owned());
    String: text => Some(text);
    bool: present => present.then(String::new);
    i32: number => Some(number.to_string());
    usize: number => Some(number.to_string());
}

impl<T: AttributeText> AttributeText for Option<T> {
    fn into_text(self) -> Option<String> {
        self.and_then(AttributeText::into_text)
    }
}

impl<T: AttributeText> AttributeValue for Option<T> {
    fn into_attribute(self, name: &'static str) -> AnyAttribute {
        constant(name, self.into_text())
    }
}

impl<F, T> AttributeValue for F
where
    F: FnMut() -> T + Send + 'static,
    T: AttributeText,
{
    fn into_attribute(mut self, name: &'static str) -> AnyAttribute {
        dynamic(name, Box::new(move || self().into_text()))
    }
}

#[inline(never)]
fn dynamic(name: &'static str, value: Box<dyn FnMut() -> Option<String> + Send>) -> AnyAttribute {
    custom_attribute(name, value).into_any_attr()
}

#[inline(never)]
fn constant(name: &'static str, value: Option<String>) -> AnyAttribute {
    custom_attribute(name, value).into_any_attr()
}

/// Returns the attribute `class`, if there are classes.
fn class_attribute(mut classes: Vec<Class>) -> Option<AnyAttribute> {
    let is_constant = classes.iter().all(|it| matches!(it, Class::Constant(_)));
    let mut joined = move || {
        let names = classes.iter_mut().filter_map(|class| match class {
            Class::Constant(names) => Some(names.clone()),
            Class::Dynamic(names) => names(),
        });
        let names: Vec<String> = names.filter(|names| !names.is_empty()).collect();
        (!names.is_empty()).then(|| names.join(" "))
    };
    if is_constant {
        joined().map(|names| constant("class", Some(names)))
    } else {
        Some(dynamic("class", Box::new(joined)))
    }
}

/// Classes of an element: see [`Element::class`].
pub(crate) trait ClassValue {
    fn into_class(self) -> Class;
}

impl ClassValue for &'static str {
    fn into_class(self) -> Class {
        Class::Constant(self.to_owned())
    }
}

impl ClassValue for String {
    fn into_class(self) -> Class {
        Class::Constant(self)
    }
}

impl<F, T> ClassValue for F
where
    F: FnMut() -> T + Send + 'static,
    T: AttributeText,
{
    fn into_class(mut self) -> Class {
        Class::Dynamic(Box::new(move || self().into_text()))
    }
}

impl<F: FnMut() -> bool + Send + 'static> ClassValue for (&'static str, F) {
    fn into_class(self) -> Class {
        let (name, mut is_set) = self;
        let class = move || is_set().then(|| name.to_owned());
        Class::Dynamic(Box::new(class))
    }
}

/// Children of an element: text, views, or a closure that returns them.
pub(crate) trait Child {
    fn add_to(self, children: &mut Vec<AnyView>);

    /// Combines the children into one view.
    fn into_any_view(self) -> AnyView
    where
        Self: Sized,
    {
        let mut views = Vec::new();
        self.add_to(&mut views);
        match views.len() {
            1 => views.remove(0),
            _ => views.into_any(),
        }
    }
}

impl Child for AnyView {
    fn add_to(self, children: &mut Vec<AnyView>) {
        children.push(self);
    }
}

impl Child for Element {
    fn add_to(self, children: &mut Vec<AnyView>) {
        children.push(self.into_any());
    }
}

impl Child for String {
    fn add_to(self, children: &mut Vec<AnyView>) {
        #[inline(never)]
        fn text(text: String) -> AnyView {
            text.into_any()
        }
        children.push(text(self));
    }
}

impl Child for &'static str {
    fn add_to(self, children: &mut Vec<AnyView>) {
        self.to_owned().add_to(children);
    }
}

impl<C: Child> Child for Option<C> {
    fn add_to(self, children: &mut Vec<AnyView>) {
        if let Some(child) = self {
            child.add_to(children);
        }
    }
}

/// A list is one view, so that its length can change without shifting what follows.
impl<C: Child> Child for Vec<C> {
    fn add_to(self, children: &mut Vec<AnyView>) {
        let mut list = Vec::with_capacity(self.len());
        for child in self {
            child.add_to(&mut list);
        }
        children.push(list.into_any());
    }
}

impl<C: Child, const N: usize> Child for [C; N] {
    fn add_to(self, children: &mut Vec<AnyView>) {
        for child in self {
            child.add_to(children);
        }
    }
}

impl<F, C> Child for F
where
    F: FnMut() -> C + Send + 'static,
    C: Child,
{
    fn add_to(mut self, children: &mut Vec<AnyView>) {
        #[inline(never)]
        fn dynamic(view: Box<dyn FnMut() -> AnyView + Send>) -> AnyView {
            view.into_any()
        }
        children.push(dynamic(Box::new(move || self().into_any_view())));
    }
}

macro_rules! tuples {
    ($(($($name:ident)+))+) => {$(
        impl<$($name: Child),+> Child for ($($name,)+) {
            fn add_to(self, children: &mut Vec<AnyView>) {
                #[expect(non_snake_case, reason = "each is called as its type")]
                let ($($name,)+) = self;
                $($name.add_to(children);)+
            }
        }
    )+};
}

tuples! {
    (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
    (A B C D E F G H I) (A B C D E F G H I J)
}
