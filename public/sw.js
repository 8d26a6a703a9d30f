// The service worker: keeps one whole version of the page in the browser, so that it
// starts without a network and never mixes versions.
//
// tools/finish.mjs puts in which files there are, by their SHA-256, and what they are
// called together. Without any, as in a build for development, this worker only takes
// away what an earlier one has left.
"use strict";

const VERSION = "";
const FILES = {};

// Caches belong to an origin, and one origin may have many pages.
const SCOPE = new URL(self.registration.scope);
const OURS = `four-shapes ${SCOPE.pathname} `;
const CACHE = OURS + VERSION;

const INDEX = "index.html";
// The program's first part is named after its contents, and files without a hash in their
// names are asked for with that name.
const PROGRAM = /four-shapes-\w+_bg\.wasm/;

/** What a static server can't say about the page. */
const HEADERS = {
  "content-security-policy": "frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": [
    ...["accelerometer", "camera", "display-capture", "encrypted-media"],
    ...["gamepad", "geolocation", "gyroscope", "hid", "idle-detection", "local-fonts"],
    ...["magnetometer", "microphone", "midi", "payment", "picture-in-picture"],
    ...["publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
  ]
    .map((feature) => `${feature}=()`)
    .join(", "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Where a file is. Not every server gives out the page by its file's name. */
const address = (name) => new URL(name === INDEX ? "./" : name, SCOPE);

/** Which of our files an address means, whatever its query; none for an empty name. */
const nameOf = ({ origin, pathname, search }) => {
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return "";
  // Asked for by a page of another version.
  const program = PROGRAM.exec(search)?.[0];
  if (program && !Object.hasOwn(FILES, program)) return "";
  return pathname.slice(SCOPE.pathname.length) || INDEX;
};

const inCache = (cacheName, name) => caches.match(address(name), { cacheName, ignoreVary: true });

const download = async (name) => {
  const options = { cache: "no-cache", integrity: `sha256-${FILES[name]}` };
  const response = await fetch(address(name), options);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
};

const sha256 = async (response) => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.arrayBuffer()));
  return btoa(String.fromCharCode(...hash));
};

/** All or nothing, and never what is not in the list. */
const install = async () => {
  const own = await caches.open(CACHE);
  const kept = (await caches.keys()).filter((name) => name.startsWith(OURS));
  const add = async (name) => {
    for (const cache of kept) {
      const response = await inCache(cache, name);
      if (!response || (await sha256(response.clone())) !== FILES[name]) continue;
      if (cache !== CACHE) await own.put(address(name), response);
      return;
    }
    await own.put(address(name), await download(name));
  };
  try {
    await Promise.all(Object.keys(FILES).map(add));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
};

/** Removes what earlier versions of this page kept, and nothing else. */
const tidy = async () => {
  // What is being kept for the next version is not to be told from it.
  if (self.registration.installing) return;
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
};

/** A file of this version; the browser may have thrown it away. */
const file = async (name) => {
  const there = await inCache(CACHE, name);
  if (there) return there;
  const response = await download(name);
  const copy = response.clone();
  caches
    .open(CACHE)
    .then((cache) => cache.put(address(name), copy))
    // Next time it is fetched again.
    .catch((error) => console.warn(error));
  return response;
};

const asPage = async (response) => {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(response.body, { status: 200, headers });
};

// The cache of the next version, once its page has been given out by this worker. The
// next worker takes over when this one has nothing to do, so until then this one gives
// out the rest as well.
let heir;

/** Asks the waiting worker for the name of its cache, for a short while. */
const cacheOf = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data.cache);
    setTimeout(resolve, 1000);
    worker.postMessage("which version?", [port2]);
  });

/** Lets a version that waits begin, if no window shows this one. */
const handOver = async ({ request }) => {
  const { waiting } = self.registration;
  if (!waiting || heir) return;
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = all.filter(({ url }) => url.startsWith(SCOPE.href));
  // The window that is being reloaded is still there.
  if (open.length > (request.isReloadNavigation ? 1 : 0)) return;
  const cache = await cacheOf(waiting);
  if (!cache || !(await inCache(cache, INDEX))) return;
  heir = cache;
  waiting.postMessage("take over");
};

const answerPage = async (event, name) => {
  if (name === INDEX) await handOver(event);
  return asPage((heir && (await inCache(heir, name))) || (await file(name)));
};

const answer = (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const name = nameOf(url);
  const network = (error) => {
    console.warn(error);
    return fetch(request);
  };
  if (Object.hasOwn(FILES, name)) {
    const found = request.mode === "navigate" ? answerPage(event, name) : file(name);
    event.respondWith(found.catch(network));
  } else if (heir && url.href.startsWith(SCOPE.href)) {
    const next = url.pathname.slice(SCOPE.pathname.length);
    const found = inCache(heir, next).then((response) => response ?? fetch(request));
    event.respondWith(found.catch(network));
  }
};

const hear = (event) => {
  if (event.data === "which version?") {
    const program = Object.keys(FILES).find((name) => PROGRAM.test(name));
    event.ports[0]?.postMessage({ cache: CACHE, program });
  }
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
};

if (VERSION) {
  self.addEventListener("install", (event) => event.waitUntil(install()));
  self.addEventListener("activate", (event) => event.waitUntil(tidy()));
  self.addEventListener("fetch", answer);
  self.addEventListener("message", hear);
} else {
  self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener("activate", (event) => {
    event.waitUntil(tidy().then(() => self.registration.unregister()));
  });
}
