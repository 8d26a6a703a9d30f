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
use web_sys::HtmlElement;

/// An element that is being put together.
pub(crate) struct El {
    tag: Tag,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

enum Tag {
    Html(&'static str),
    Svg,
    Group,
    Path,
}

/// An HTML element.
pub(crate) fn html(tag: &'static str) -> El {
    El::new(Tag::Html(tag))
}

/// A drawing, not seen by assistive technology.
pub(crate) fn svg(view_box: impl Into<String>) -> El {
    El::new(Tag::Svg)
        .attr("viewBox", view_box)
        .attr("aria-hidden", "true")
}

/// A group in a drawing.
pub(crate) fn group() -> El {
    El::new(Tag::Group)
}

/// A path in a drawing; where outlines lie in each other they are holes.
pub(crate) fn path(outline: impl Into<String>) -> El {
    El::new(Tag::Path)
        .attr("fill-rule", "evenodd")
        .attr("d", outline)
}

/// A button with words on it.
pub(crate) fn button(name: &'static str, act: impl FnMut() + 'static) -> El {
    let mut act = act;
    html("button")
        .attr("type", "button")
        .on("click", move |_| act())
        .text(name)
}

/// A part of the page that is drawn again whenever what it reads has changed.
pub(crate) fn dynamic(view: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let view: Box<dyn Fn() -> AnyView + Send> = Box::new(view);
    view.into_any()
}

/// Moves the focus to the first element that a selector finds, if there is one.
pub(crate) fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // It fails only for elements that can't have the focus.
        let _ = element.focus();
    }
}

/// Nothing.
pub(crate) fn nothing() -> AnyView {
    ().into_any()
}

impl El {
    fn new(tag: Tag) -> Self {
        Self {
            tag,
            attributes: Vec::new(),
            children: Vec::new(),
        }
    }

    fn with(mut self, attribute: AnyAttribute) -> Self {
        self.attributes.push(attribute);
        self
    }

    pub(crate) fn class(self, class: impl Into<String>) -> Self {
        self.attr("class", class)
    }

    pub(crate) fn attr(self, name: &'static str, value: impl Into<String>) -> Self {
        self.attr_if(name, Some(value.into()))
    }

    /// An attribute that may be absent.
    pub(crate) fn attr_if(self, name: &'static str, value: Option<String>) -> Self {
        self.with(custom_attribute(name, value).into_any_attr())
    }

    /// An attribute that follows what it is computed from.
    pub(crate) fn attr_with(
        self,
        name: &'static str,
        value: impl Fn() -> Option<String> + Send + 'static,
    ) -> Self {
        let value: Box<dyn Fn() -> Option<String> + Send> = Box::new(value);
        self.with(custom_attribute(name, value).into_any_attr())
    }

    /// A property of the element that follows what it is computed from.
    pub(crate) fn prop_with(
        self,
        name: &'static str,
        value: impl Fn() -> bool + Send + 'static,
    ) -> Self {
        let value: Box<dyn Fn() -> bool + Send> = Box::new(value);
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
        let handler: Box<dyn FnMut(web_sys::Event)> = Box::new(handler);
        let event: ev::Custom<web_sys::Event> = ev::Custom::new(event);
        self.with(leptos::tachys::html::event::on(event, handler).into_any_attr())
    }

    pub(crate) fn child(mut self, child: impl Into<Child>) -> Self {
        self.children.push(child.into().0);
        self
    }

    pub(crate) fn children(mut self, children: impl IntoIterator<Item = El>) -> Self {
        self.children.extend(children.into_iter().map(El::view));
        self
    }

    pub(crate) fn text(self, text: impl Into<String>) -> Self {
        self.child(Child(text.into().into_any()))
    }

    /// Words that follow what they are computed from.
    pub(crate) fn text_with(self, text: impl Fn() -> String + Send + 'static) -> Self {
        let text: Box<dyn Fn() -> String + Send> = Box::new(text);
        self.child(Child(text.into_any()))
    }

    /// The finished element.
    pub(crate) fn view(self) -> AnyView {
        let Self {
            tag,
            attributes,
            children,
        } = self;
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
