// The servers for live games, which those who host the page name in `online.json` (docs/online.md).

/** Returns what is wrong with the URL of a tracker, if anything is. */
function trackerProblem(text) {
  if (!URL.canParse(text)) return "must be a URL, such as wss://tracker.example.org";
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = ["localhost", "127.0.0.1"].includes(hostname);
  if (protocol !== "wss:" && !(protocol === "ws:" && isLocal)) return "must begin with wss://";
  if (username || password) return "must have no password: everybody can read it";
  return undefined;
}

/** Returns what is wrong with an ICE server, if anything is. */
function iceProblem(server) {
  const { urls, ...rest } = Object(server);
  const all = [urls].flat();
  if (all.length === 0 || !all.every((url) => typeof url === "string" && /^(stun|turn)s?:[\w.:[\]?=-]+$/.test(url))) {
    return "urls must be stun:…, turn:… or turns:…";
  }
  if (all.some((url) => /^stuns?:.*\?/.test(url))) return "stun: has no parameters";
  const isRelay = all.some((url) => url.startsWith("turn"));
  if (isRelay && !(rest.username && rest.credential)) return "turn: needs username and credential, which everybody can read";
  for (const [name, value] of Object.entries(rest)) {
    if (!["username", "credential"].includes(name)) return `${name} is unknown`;
    if (typeof value !== "string") return `${name} must be a text`;
  }
  return undefined;
}

/**
 * Parses `online.json`.
 *
 * @throws {Error} that names what is wrong.
 */
export function parseServers(text) {
  const fail = (problem) => {
    throw new Error(`online.json: ${problem}`);
  };
  let parsed;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    fail(error.message);
  }
  const { tracker = null, iceServers = [], ...unknown } = Object(parsed);
  const [name] = Object.keys(unknown);
  if (name !== undefined) fail(`${name} is unknown; there are tracker and iceServers`);
  if (tracker !== null) {
    const problem = trackerProblem(tracker);
    if (problem) fail(`tracker ${problem}`);
  }
  if (!Array.isArray(iceServers)) fail("iceServers must be a list");
  for (const [index, server] of iceServers.entries()) {
    const problem = iceProblem(server);
    if (problem) fail(`iceServers[${index}]: ${problem}`);
  }
  return { tracker, iceServers };
}

/** Puts the servers into the page, and the tracker into its security policy. */
export function withServers(html, { tracker, iceServers }) {
  const escaped = JSON.stringify({ tracker, iceServers })
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
  const replace = (text, before, after) => {
    if (text.split(before).length !== 2) throw new Error(`index.html must contain ${before} once`);
    return text.replace(before, () => after);
  };
  const configured = replace(html, '<meta name="online" content="{}"', `<meta name="online" content="${escaped}"`);
  if (tracker === null) return configured;
  return replace(configured, "connect-src 'self';", `connect-src 'self' ${new URL(tracker).origin};`);
}
