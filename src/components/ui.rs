//! Elements as calls, all of one type.
//!
//! Leptos's `view!` gives every piece of a view a type of its own, and the
//! compiler writes code for each: on this page 1 to 3 KB of WebAssembly for
//! whatever changes, a fifth of the whole. Here the types are erased with
//! Leptos's own [`AnyView`] and [`AnyAttribute`], so that one more element costs
//! no more than its calls. `docs/architecture.md` has the figures.

use leptos::{
    attr::{
        any_attribute::AnyAttribute, any_attribute::IntoAnyAttribute, custom::custom_attribute,
    },
    ev, html,
    prelude::*,
    svg,
    tachys::html::{property::prop, style::style},
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Text that is part of the program, or was put together.
type Words = std::borrow::Cow<'static, str>;

/// An element that is being put together. In a box, so that each of the many
/// calls passes on a pointer.
pub(crate) struct El(Box<Parts>);

struct Parts {
    tag: Tag,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

enum Tag {
    Html(&'static str),
    Svg,
    Group,
    Path,
    Label,
}

/// An HTML element.
pub(crate) fn html(tag: &'static str) -> El {
    El::new(Tag::Html(tag))
}

/// A drawing, not seen by assistive technology.
pub(crate) fn svg(view_box: impl Into<Words>) -> El {
    El::new(Tag::Svg)
        .attr("viewBox", view_box)
        .attr("aria-hidden", "true")
}

/// A group in a drawing.
pub(crate) fn group() -> El {
    El::new(Tag::Group)
}

/// A path in a drawing; where outlines lie in each other they are holes.
pub(crate) fn path(outline: impl Into<Words>) -> El {
    El::new(Tag::Path)
        .attr("fill-rule", "evenodd")
        .attr("d", outline)
}

/// A word in a drawing, around a point.
pub(crate) fn label(x: isize, y: isize, text: String) -> El {
    El::new(Tag::Label)
        .attr("x", x.to_string())
        .attr("y", y.to_string())
        .text(text)
}

/// A button with words on it.
pub(crate) fn button(name: &'static str, act: impl FnMut() + 'static) -> El {
    #[inline(never)]
    fn button(name: &'static str, mut act: Box<dyn FnMut()>) -> El {
        html("button")
            .attr("type", "button")
            .on("click", move |_| act())
            .text(name)
    }
    button(name, Box::new(act))
}

/// A part of the page that is drawn again whenever what it reads has changed.
pub(crate) fn dynamic(view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    #[inline(never)]
    fn dynamic(view: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
        view.into_any()
    }
    dynamic(Box::new(view))
}

/// A text that is worked out again when what it reads has changed, and wakes its
/// readers only if it differs. Every memo of the page is one of these: each type
/// more costs 2 KB.
pub(crate) fn computed(text: impl Fn() -> String + Send + Sync + 'static) -> Memo<String> {
    #[inline(never)]
    fn memo(text: Box<dyn Fn() -> String + Send + Sync>) -> Memo<String> {
        Memo::new(move |_| text())
    }
    memo(Box::new(text))
}

/// A part of the page that is drawn again only when a text that stands for what
/// it shows differs.
pub(crate) fn keyed(
    key: impl Fn() -> String + Send + Sync + 'static,
    view: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    #[inline(never)]
    fn keyed(key: Memo<String>, view: Box<dyn Fn() -> AnyView + Send>) -> AnyView {
        dynamic(move || {
            // Read, for a memo that is only tracked is never worked out.
            key.with(|_| ());
            untrack(&*view)
        })
    }
    keyed(computed(key), Box::new(view))
}

/// Does something outside the page's signals whenever what it reads has changed.
pub(crate) fn outward(act: impl FnMut() + 'static) {
    #[inline(never)]
    fn effect(mut act: Box<dyn FnMut()>) {
        Effect::new(move |_: Option<()>| act());
    }
    effect(Box::new(act));
}

/// Moves the focus to the first element that a selector finds, if there is one.
pub(crate) fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // It fails only for elements that can't have the focus.
        let _ = element.focus();
    }
}

/// Brings an element into view, without moving the page more than it takes.
pub(crate) fn reveal(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        options.set_inline(ScrollLogicalPosition::Nearest);
        element.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Brings an element into view in the list that it is in, and moves nothing else.
pub(crate) fn scroll_along(id: &str) {
    let Some(element) = document().get_element_by_id(id) else {
        return;
    };
    if let Ok(Some(list)) = element.closest("ol") {
        let [own, all] = [&element, &list].map(web_sys::Element::get_bounding_client_rect);
        let middle = |of: &web_sys::DomRect| f64::midpoint(of.left(), of.right());
        list.set_scroll_left(list.scroll_left() + (middle(&own) - middle(&all)) as i32);
    }
}

/// One of several options, numbered from a first one on.
pub(crate) fn choice(
    (first, options): (
        usize,
        impl Fn() -> Vec<String> + Clone + Send + Sync + 'static,
    ),
    now: impl Fn() -> usize + Clone + Send + Sync + 'static,
    choose: impl Fn(usize) + 'static,
) -> El {
    let key = {
        let options = options.clone();
        move || options().join("\n")
    };
    let chosen = now.clone();
    let list = move || {
        let options = options().into_iter().enumerate().map(|(i, text)| {
            let (value, now) = (first + i, chosen());
            html("option")
                .attr("value", value.to_string())
                .prop_with("selected", move || value == now)
                .text(text)
        });
        several(options)
    };
    html("select")
        .child(keyed(key, list))
        // Once the options are there, they are chosen from by it.
        .text_prop("value", move || now().to_string())
        .on("change", move |event| {
            if let Ok(value) = event_target_value(&event).parse() {
                choose(value);
            }
        })
}

/// Elements one after the other.
pub(crate) fn several(elements: impl IntoIterator<Item = El>) -> AnyView {
    let views: Vec<AnyView> = elements.into_iter().map(El::view).collect();
    views.into_any()
}

/// Nothing.
pub(crate) fn nothing() -> AnyView {
    ().into_any()
}

impl El {
    fn new(tag: Tag) -> Self {
        Self(Box::new(Parts {
            tag,
            attributes: Vec::new(),
            children: Vec::new(),
        }))
    }

    #[inline(never)]
    fn with(mut self, attribute: AnyAttribute) -> Self {
        self.0.attributes.push(attribute);
        self
    }

    #[inline(never)]
    fn put(mut self, child: AnyView) -> Self {
        self.0.children.push(child);
        self
    }

    pub(crate) fn class(self, class: impl Into<Words>) -> Self {
        self.attr("class", class)
    }

    pub(crate) fn attr(self, name: &'static str, value: impl Into<Words>) -> Self {
        self.attr_words(name, value.into())
    }

    #[inline(never)]
    fn attr_words(self, name: &'static str, value: Words) -> Self {
        self.attr_if(name, Some(value.into_owned()))
    }

    /// An attribute that may be absent.
    #[inline(never)]
    pub(crate) fn attr_if(self, name: &'static str, value: Option<String>) -> Self {
        self.with(custom_attribute(name, value).into_any_attr())
    }

    /// An attribute that follows what it is computed from.
    pub(crate) fn attr_with(
        self,
        name: &'static str,
        value: impl Fn() -> Option<String> + Send + 'static,
    ) -> Self {
        self.attr_boxed(name, Box::new(value))
    }

    #[inline(never)]
    fn attr_boxed(self, name: &'static str, value: Box<dyn Fn() -> Option<String> + Send>) -> Self {
        self.with(custom_attribute(name, value).into_any_attr())
    }

    /// A property of the element that follows what it is computed from.
    pub(crate) fn prop_with(
        self,
        name: &'static str,
        value: impl Fn() -> bool + Send + 'static,
    ) -> Self {
        self.prop_boxed(name, Box::new(value))
    }

    #[inline(never)]
    fn prop_boxed(self, name: &'static str, value: Box<dyn Fn() -> bool + Send>) -> Self {
        self.with(prop(name, value).into_any_attr())
    }

    /// A property that is text and follows what it is computed from.
    pub(crate) fn text_prop(
        self,
        name: &'static str,
        value: impl Fn() -> String + Send + 'static,
    ) -> Self {
        let value: Box<dyn Fn() -> String + Send> = Box::new(value);
        self.with(prop(name, value).into_any_attr())
    }

    /// A number for the style sheets: a custom property.
    pub(crate) fn style(self, name: &'static str, value: impl Into<usize>) -> Self {
        self.with(style((name, value.into().to_string())).into_any_attr())
    }

    pub(crate) fn on(
        self,
        event: &'static str,
        handler: impl FnMut(web_sys::Event) + 'static,
    ) -> Self {
        self.on_boxed(event, Box::new(handler))
    }

    #[inline(never)]
    fn on_boxed(self, event: &'static str, handler: Box<dyn FnMut(web_sys::Event)>) -> Self {
        let event: ev::Custom<web_sys::Event> = ev::Custom::new(event);
        self.with(leptos::tachys::html::event::on(event, handler).into_any_attr())
    }

    pub(crate) fn child(self, child: impl Into<Child>) -> Self {
        self.put(child.into().0)
    }

    pub(crate) fn children(self, children: impl IntoIterator<Item = El>) -> Self {
        let children = children.into_iter();
        children.fold(self, |element, child| element.put(child.view()))
    }

    pub(crate) fn text(self, text: impl Into<Words>) -> Self {
        self.text_words(text.into())
    }

    #[inline(never)]
    fn text_words(self, text: Words) -> Self {
        self.put(text.into_owned().into_any())
    }

    /// Words that follow what they are computed from.
    pub(crate) fn text_with(self, text: impl Fn() -> String + Send + 'static) -> Self {
        self.text_boxed(Box::new(text))
    }

    #[inline(never)]
    fn text_boxed(self, text: Box<dyn Fn() -> String + Send>) -> Self {
        self.put(text.into_any())
    }

    /// The finished element.
    #[inline(never)]
    pub(crate) fn view(self) -> AnyView {
        let Parts {
            tag,
            attributes,
            children,
        } = *self.0;
        match tag {
            Tag::Html(tag) => {
                let element = html::custom(tag).child(children);
                element.add_any_attr(attributes).into_any()
            }
            Tag::Svg => svg::svg()
                .child(children)
                .add_any_attr(attributes)
                .into_any(),
            Tag::Group => svg::g().child(children).add_any_attr(attributes).into_any(),
            Tag::Path => svg::path()
                .child(children)
                .add_any_attr(attributes)
                .into_any(),
            Tag::Label => svg::text()
                .child(children)
                .add_any_attr(attributes)
                .into_any(),
        }
    }
}

/// What can be in an element.
pub(crate) struct Child(AnyView);

impl From<El> for Child {
    fn from(element: El) -> Self {
        Self(element.view())
    }
}

impl From<AnyView> for Child {
    fn from(view: AnyView) -> Self {
        Self(view)
    }
}
