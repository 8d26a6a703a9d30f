// A minimal client of the WebDriver protocol (https://www.w3.org/TR/webdriver2/) for WebKit's
// driver, which Playwright doesn't support.

import { spawn } from "node:child_process";
import { once } from "node:events";

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

// https://www.w3.org/TR/webdriver2/#keyboard-actions
const KEYS = {
  ArrowDown: "\uE015",
  ArrowRight: "\uE014",
  ControlOrMeta: "\uE009",
  Enter: "\uE007",
  Escape: "\uE00C",
  Shift: "\uE008",
  Tab: "\uE004",
};

/** Runs in the page: the level or the state of what has the focus. */
function statesOfFocus() {
  const focused = document.activeElement;
  const states = [];
  if (/^H[1-6]$/.test(focused.tagName)) states.push(`[level=${focused.tagName[1]}]`);
  if (focused.checked) states.push("[checked]");
  if (focused.ariaSelected === "true") states.push("[selected]");
  return states;
}

/** Starts the driver with its own display and opens a browser. */
export async function openWebKit(port) {
  const driver = spawn("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`], {
    stdio: "ignore",
    detached: true,
  });
  const failed = once(driver, "error").then(([error]) => {
    throw error;
  });
  const base = `http://127.0.0.1:${port}`;
  const session = await Promise.race([failed, newSession(base)]);
  const call = (method, path, body) =>
    request(method, `${base}/session/${session}${path}`, body);
  /** Presses chords one after another. */
  const actions = (chords) => {
    const steps = chords.flatMap((keys) => [
      ...keys.map((value) => ({ type: "keyDown", value })),
      ...keys.toReversed().map((value) => ({ type: "keyUp", value })),
    ]);
    return call("POST", "/actions", { actions: [{ type: "key", id: "keys", actions: steps }] });
  };
  return {
    goto: (url) => call("POST", "/url", { url }),
    refresh: () => call("POST", "/refresh", {}),
    /** Runs a function in the page, passed as source. */
    run: (script, ...args) =>
      call("POST", "/execute/sync", { script: `return (${script})(...arguments)`, args }),
    click: async (selector) => {
      const found = await call("POST", "/element", { using: "css selector", value: selector });
      await call("POST", `/element/${found[ELEMENT]}/click`, {});
    },
    /** The role and the name of what has the focus, and its state, as Playwright writes them. */
    focused: async () => {
      const active = await call("GET", "/element/active");
      const path = `/element/${active[ELEMENT]}`;
      const role = await call("GET", `${path}/computedrole`);
      const name = await call("GET", `${path}/computedlabel`);
      const states = await call("POST", "/execute/sync", { script: `return (${statesOfFocus})()`, args: [] });
      return [`${role} "${name}"`, ...states].join(" ");
    },
    keys: (text) => actions([...text].map((key) => [key])),
    /** Presses a key with Playwright's name: `a`, `Enter`, `Shift+Tab`. */
    press: (name) => {
      const names = name.length === 1 ? [name] : name.split("+");
      return actions([names.map((key) => KEYS[key] ?? key)]);
    },
    close: async () => {
      await call("DELETE", "").catch(() => {});
      // The driver, its display and the browser are one process group.
      process.kill(-driver.pid);
    },
  };
}

/** Retries to create a session until the driver is listening. */
async function newSession(base) {
  const end = Date.now() + 30_000;
  for (;;) {
    try {
      const capabilities = { alwaysMatch: {} };
      const answer = await request("POST", `${base}/session`, { capabilities });
      return answer.sessionId;
    } catch (error) {
      if (error.cause?.code !== "ECONNREFUSED" || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function request(method, url, body) {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
