// The service worker: caches one complete version of the page, so that it works offline and
// never mixes versions.
//
// tools/finish.mjs inserts the files with their SHA-256, and their version. Without them, as in
// development builds, this worker deletes the caches of earlier ones and unregisters itself.
"use strict";

const VERSION = "";
const FILES = {};

// Caches belong to an origin, which may have several pages.
const SCOPE = new URL(self.registration.scope);
const OURS = `four-shapes ${SCOPE.pathname} `;
const CACHE = OURS + VERSION;

const INDEX = "index.html";
// The program's first part has its hash in its name. Files without a hash in their names are
// requested with that name as query.
const PROGRAM = /four-shapes-\w+_bg\.wasm/;

/** Response headers that static hosting may not support. */
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

/** Returns a file's URL. Not every server serves the page as index.html. */
const address = (name) => new URL(name === INDEX ? "./" : name, SCOPE);

/** Returns the name of the file of a URL; empty if it is not one of ours. */
const nameOf = ({ origin, pathname, search }) => {
  if (origin !== SCOPE.origin || !pathname.startsWith(SCOPE.pathname)) return "";
  // Requested by a page of another version.
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

/** Caches all files or none. Unchanged files are copied from earlier caches. */
const install = async () => {
  const own = await caches.open(CACHE);
  const cacheNames = (await caches.keys()).filter((name) => name.startsWith(OURS));
  const add = async (name) => {
    for (const cache of cacheNames) {
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

/** Deletes the caches of earlier versions of this page. */
const deleteOldCaches = async () => {
  // The cache of a version that is being installed can't be distinguished from old ones.
  if (self.registration.installing) return;
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
};

/** Returns a file of this version, downloaded again if the browser has evicted it. */
const file = async (name) => {
  const cached = await inCache(CACHE, name);
  if (cached) return cached;
  const response = await download(name);
  const copy = response.clone();
  caches
    .open(CACHE)
    .then((cache) => cache.put(address(name), copy))
    // It is downloaded again the next time.
    .catch((error) => console.warn(error));
  return response;
};

/** The headers that forbid frames. An embedded game stores nothing, so that its frame needs no protection. */
const AGAINST_FRAMES = ["content-security-policy", "x-frame-options"];

const withHeaders = (response, isEmbedded) => {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!isEmbedded || !AGAINST_FRAMES.includes(name)) headers.set(name, value);
  }
  return new Response(response.body, { status: 200, headers });
};

// The name of the next version's cache, once this worker serves that version: the next worker
// activates only when this one is idle. It is stored in this worker's cache, as the browser may stop
// this worker and start it again before that.
const NEXT = "next-version";
let nextCache = inCache(CACHE, NEXT)
  .then((stored) => stored?.text())
  .catch(() => undefined);

/** Returns the name of the waiting worker's cache, or nothing after a timeout. */
const cacheOf = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data.cache);
    setTimeout(resolve, 1000);
    worker.postMessage("which version?", [port2]);
  });

/** Serves the waiting worker's version until that one is active; returns whether it can. */
const serveNext = async () => {
  const { waiting } = self.registration;
  const name = waiting && (await cacheOf(waiting));
  if (!name || !(await inCache(name, INDEX))) return false;
  const cache = await caches.open(CACHE);
  await cache.put(address(NEXT), new Response(name));
  nextCache = name;
  return true;
};

/** Activates the waiting worker if no window shows this version. */
const activateWaiting = async ({ request }) => {
  const { waiting } = self.registration;
  if (!waiting || (await nextCache)) return;
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = all.filter(({ url }) => url.startsWith(SCOPE.href));
  // A window that is being reloaded is still counted. Not all browsers tell reloads from other
  // requests that revalidate.
  const isReload = request.isReloadNavigation ?? request.cache === "no-cache";
  if (open.length > (isReload ? 1 : 0)) return;
  if (await serveNext()) waiting.postMessage("take over");
};

/** Returns a file of the next version, if this worker serves that. */
const inNextCache = async (name) => {
  const cache = await nextCache;
  return cache && (await inCache(cache, name));
};

const respondWithPage = async (event, name) => {
  if (name === INDEX) await activateWaiting(event);
  const isEmbedded = new URL(event.request.url).searchParams.has("embed");
  return withHeaders((await inNextCache(name)) ?? (await file(name)), isEmbedded);
};

const onFetch = (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const name = nameOf(url);
  const fetchInstead = (error) => {
    console.warn(error);
    return fetch(request);
  };
  if (Object.hasOwn(FILES, name)) {
    const response = request.mode === "navigate" ? respondWithPage(event, name) : file(name);
    event.respondWith(response.catch(fetchInstead));
  } else if (self.registration.waiting && url.href.startsWith(SCOPE.href)) {
    const response = inNextCache(url.pathname.slice(SCOPE.pathname.length)).then(
      (cached) => cached ?? fetch(request),
    );
    event.respondWith(response.catch(fetchInstead));
  }
};

const onMessage = (event) => {
  const [port] = event.ports;
  if (event.data === "which version?") {
    const program = Object.keys(FILES).find((name) => PROGRAM.test(name));
    port?.postMessage({ cache: CACHE, program });
  }
  if (event.data === "serve next") {
    event.waitUntil(serveNext().then((isServed) => isServed && port?.postMessage("served")));
  }
  if (event.data === "take over") event.waitUntil(self.skipWaiting());
};

if (VERSION) {
  self.addEventListener("install", (event) => event.waitUntil(install()));
  self.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
  self.addEventListener("fetch", onFetch);
  self.addEventListener("message", onMessage);
} else {
  self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener("activate", (event) => {
    event.waitUntil(deleteOldCaches().then(() => self.registration.unregister()));
  });
}
