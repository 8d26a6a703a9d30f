// What the page does once it is quiet: has itself kept by a service worker, so that it
// starts without a network, and says when a new version is there. Where there can be no
// service worker the page is the same, but for that.

const HOUR = 60 * 60 * 1000;

// For the home screens of iPhones and iPads; other browsers would fetch it for nothing.
if ("standalone" in navigator) {
  const icon = Object.assign(document.createElement("link"), { rel: "apple-touch-icon" });
  icon.href = new URL("install/icon-180.png", document.baseURI);
  document.head.append(icon);
}

const byId = (id) => document.getElementById(id);
const notice = byId("new-version");
const words = notice.querySelector("p");

// Where the focus was before it came to the notice.
let before;
notice.addEventListener("focusin", ({ relatedTarget }) => {
  if (!notice.contains(relatedTarget)) before = relatedTarget;
});

/** Says once that a new version is there. The words come after their place, to be heard. */
const say = () => {
  if (words.textContent) return;
  notice.hidden = false;
  requestAnimationFrame(() => {
    words.textContent = words.dataset.text;
  });
};

/** Calls back when a worker is so far, or is there no more. */
const when = (worker, state, act) => {
  const look = () => {
    if (![state, "redundant"].includes(worker.state)) return;
    worker.removeEventListener("statechange", look);
    act();
  };
  worker.addEventListener("statechange", look);
  look();
};

const watch = (registration) => {
  const found = () => {
    const { installing, waiting, active } = registration;
    if (waiting) say();
    // The first one is this very version. Where no page is run by the one before, the
    // new one does not wait.
    else if (installing && active) {
      when(installing, "installed", () => installing.state === "redundant" || say());
    }
  };
  registration.addEventListener("updatefound", found);
  found();
  // Another window may have begun with the new version before this one could hear of it.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    if (data.program !== document.documentElement.dataset.version) say();
  };
  registration.active?.postMessage("which version?", [port2]);

  // The game is stored after every move, so that nothing of it is lost. Another window
  // may have been quicker: then the new version runs already.
  byId("use-new-version").addEventListener("click", () => {
    const { waiting } = registration;
    if (!waiting) return location.reload();
    waiting.postMessage("take over");
    when(waiting, "activated", () => location.reload());
  });
  byId("not-now").addEventListener("click", () => {
    notice.hidden = true;
    before?.focus();
  });

  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - looked < HOUR) return;
    looked = Date.now();
    // It fails without a network, and is tried again later.
    registration.update().catch(() => {});
  });
};

// Not in another site's frame: the worker would forbid that frame next time.
if (navigator.serviceWorker && window.top === window) {
  const options = { scope: "./", updateViaCache: "none" };
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI), options).then(
    // Nothing, where an extension stands in the way.
    (registration) => registration && watch(registration),
    // Forbidden by the browser, or nothing to be had: it is tried again next time.
    (error) => console.info(String(error)),
  );
}
