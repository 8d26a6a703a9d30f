// Loaded when the page is idle: registers the service worker, which makes the page available
// offline, and shows a notice when a new version is available.

const HOUR = 60 * 60 * 1000;

// How long a new worker usually takes at most to become active.
const TAKE_OVER_MS = 1000;

// For the home screens of iPhones and iPads; other browsers would fetch it needlessly.
if ("standalone" in navigator) {
  const icon = Object.assign(document.createElement("link"), { rel: "apple-touch-icon" });
  icon.href = new URL("install/icon-180.png", document.baseURI);
  document.head.append(icon);
}

const byId = (id) => document.getElementById(id);
const notice = byId("new-version");
const message = notice.querySelector("p");

// The element that had the focus before the notice.
let focusedBefore;
notice.addEventListener("focusin", ({ relatedTarget }) => {
  if (!notice.contains(relatedTarget)) focusedBefore = relatedTarget;
});

/** Shows the notice. The text is set later than the element, so that it is announced. */
const showNotice = () => {
  if (message.textContent) return;
  notice.hidden = false;
  requestAnimationFrame(() => {
    message.textContent = message.dataset.text;
  });
};

/** Calls back when a worker has reached a state or is redundant. */
const onState = (worker, state, callback) => {
  const check = () => {
    if (![state, "redundant"].includes(worker.state)) return;
    worker.removeEventListener("statechange", check);
    callback();
  };
  worker.addEventListener("statechange", check);
  check();
};

/** Sends a message to a worker, and calls back with its answer. */
const post = (worker, message, callback) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => callback(data);
  worker?.postMessage(message, [port2]);
};

const watch = (registration) => {
  const onUpdateFound = () => {
    const { installing, active } = registration;
    // Without an active worker, the new one has this version. It may also activate without
    // waiting, if no page uses the old one.
    if (!installing || !active) return;
    onState(installing, "installed", () => installing.state === "redundant" || showNotice());
  };
  registration.addEventListener("updatefound", onUpdateFound);
  onUpdateFound();
  // A new version may have been installed, or activated by another window, before this listener
  // was added.
  const { active, waiting } = registration;
  const isOwn = ({ program }) => program === document.documentElement.dataset.version;
  post(active, "which version?", (current) => {
    // The active worker may serve the waiting one's version already.
    if (isOwn(current) ? waiting : !waiting) showNotice();
    else if (waiting) post(waiting, "which version?", (next) => isOwn(next) || showNotice());
  });

  // Reloading loses nothing, as the game is stored after every move. If no worker is waiting,
  // another window has already activated the new version.
  byId("use-new-version").addEventListener("click", () => {
    const { active, waiting } = registration;
    const reload = () => location.reload();
    if (!waiting) return reload();
    waiting.postMessage("take over");
    onState(waiting, "activated", reload);
    // The new worker waits until the active one is idle, which may take minutes; until then, that
    // one can serve the new version.
    setTimeout(() => post(active, "serve next", reload), TAKE_OVER_MS);
  });
  byId("not-now").addEventListener("click", () => {
    notice.hidden = true;
    focusedBefore?.focus();
  });

  let lastUpdate = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lastUpdate < HOUR) return;
    lastUpdate = Date.now();
    // Fails without a network; it is retried later.
    registration.update().catch(() => {});
  });
};

// Not in a frame, as the worker's response headers would forbid that frame the next time.
if (navigator.serviceWorker && window.top === window) {
  const options = { scope: "./", updateViaCache: "none" };
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI), options).then(
    // An extension may make it return nothing.
    (registration) => registration && watch(registration),
    // Blocked or unreachable; it is retried on the next visit.
    (error) => console.info(String(error)),
  );
}
