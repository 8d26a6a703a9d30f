// Loaded when the page is idle: registers the service worker, which makes the page available
// offline, and shows a notice when a new version is available.

const HOUR = 60 * 60 * 1000;

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

const watch = (registration) => {
  const onUpdateFound = () => {
    const { installing, waiting, active } = registration;
    if (waiting) showNotice();
    // Without an active worker, the new one has this version. It may also activate without
    // waiting, if no page uses the old one.
    else if (installing && active) {
      onState(installing, "installed", () => installing.state === "redundant" || showNotice());
    }
  };
  registration.addEventListener("updatefound", onUpdateFound);
  onUpdateFound();
  // Another window may have activated a new version before this listener was added.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if (data.program !== document.documentElement.dataset.version) showNotice();
  };
  registration.active?.postMessage("which version?", [port2]);

  // Reloading loses nothing, as the game is stored after every move. If no worker is waiting,
  // another window has already activated the new version.
  byId("use-new-version").addEventListener("click", () => {
    const { waiting } = registration;
    if (!waiting) return location.reload();
    waiting.postMessage("take over");
    onState(waiting, "activated", () => location.reload());
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
