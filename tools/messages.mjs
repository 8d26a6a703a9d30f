// Inserts messages into index.html and the manifest. The attribute `data-l10n-id` of an element
// is the id of its message, as in Fluent's DOM library; attributes of the message are added to
// the element.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const escape = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

/** Reads the catalogue of a language; `library` is `@fluent/bundle`. */
export function catalogue(folder, library) {
  const bundle = new library.FluentBundle("en", { useIsolating: false });
  for (const name of readdirSync(folder).sort()) {
    const errors = bundle.addResource(
      new library.FluentResource(readFileSync(join(folder, name), "utf8")),
    );
    if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`);
  }
  return bundle;
}

function message(bundle, id) {
  const found = bundle.getMessage(id);
  if (!found) throw new Error(`message ${id} is missing in locales/en`);
  const format = (pattern) => bundle.formatPattern(pattern, null);
  return {
    text: found.value && format(found.value),
    attributes: Object.entries(found.attributes).map(([name, pattern]) => [name, format(pattern)]),
  };
}

/** Replaces `data-l10n-id` by the text and attributes of the message. */
export function localizePage(html, bundle) {
  return html.replace(
    /<([a-z][a-z0-9]*)([^<>]*?)\s+data-l10n-id="([\w-]+)"([^<>]*)>(<\/\1>)?/g,
    (_, tag, before, id, after, end) => {
      const { text, attributes } = message(bundle, id);
      if (text && !end) throw new Error(`the element of ${id} is not empty`);
      const more = attributes.map(([name, value]) => ` ${name}="${escape(value)}"`).join("");
      return `<${tag}${before}${more}${after}>${escape(text ?? "")}${end ?? ""}`;
    },
  );
}

/** Replaces each string `l10n:ID` of a manifest by that message. */
export function localizeManifest(json, bundle) {
  const replace = (_, value) =>
    typeof value === "string" && value.startsWith("l10n:")
      ? message(bundle, value.slice("l10n:".length)).text
      : value;
  return JSON.stringify(JSON.parse(json, replace));
}
