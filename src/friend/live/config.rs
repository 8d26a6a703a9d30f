//! The servers that the operator of the page has named in `online.json`. By default there are none.

use js_sys::{Array, JSON, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{RtcConfiguration, Url};

/// The servers for live games.
pub(super) struct Servers {
    /// The URL of the `WebTorrent` tracker where players meet.
    pub(super) tracker: Option<String>,
    /// The STUN and TURN servers, as `RTCIceServer`s.
    ice: Array,
}

impl Servers {
    /// Reads the element that `tools/finish.mjs` has written.
    pub(super) fn of_page() -> Self {
        let element = document().query_selector("meta[name=online]");
        let content = element.ok().flatten();
        let content = content.and_then(|element| element.get_attribute("content"));
        let config = content.and_then(|content| JSON::parse(&content).ok());
        let field = |name: &str| Reflect::get(config.as_ref()?, &name.into()).ok();
        Self {
            tracker: field("tracker").and_then(|tracker| tracker.as_string()),
            ice: field("iceServers")
                .and_then(|servers| servers.dyn_into().ok())
                .unwrap_or_default(),
        }
    }

    /// Whether players behind different routers can be connected.
    pub(super) fn reaches_far(&self) -> bool {
        self.ice.length() > 0
    }

    /// Returns the hosts of all servers, without duplicates.
    pub(super) fn hosts(&self) -> Vec<String> {
        let tracker = self.tracker.as_deref().and_then(url_host);
        let mut hosts: Vec<String> = tracker.into_iter().collect();
        for server in self.ice.iter() {
            let urls = Reflect::get(&server, &"urls".into()).unwrap_or(JsValue::UNDEFINED);
            let urls = match urls.dyn_into::<Array>() {
                Ok(urls) => urls,
                Err(url) => Array::of1(&url),
            };
            let urls = urls.iter().filter_map(|url| url.as_string());
            for host in urls.filter_map(|url| ice_host(&url)) {
                if !hosts.contains(&host) {
                    hosts.push(host);
                }
            }
        }
        hosts
    }

    /// Returns the configuration of connections.
    pub(super) fn rtc(&self) -> RtcConfiguration {
        let rtc = RtcConfiguration::new();
        rtc.set_ice_servers(&self.ice);
        rtc
    }
}

/// Returns the host of a URL, with its port.
pub(super) fn url_host(url: &str) -> Option<String> {
    Url::new(url).ok().map(|url| url.host())
}

/// Returns the host of `stun:host:port` or `turn:host:port?transport=…`.
fn ice_host(url: &str) -> Option<String> {
    let (_, rest) = url.split_once(':')?;
    let address = rest.split('?').next()?;
    Some(address.trim_start_matches('/').to_owned())
}
