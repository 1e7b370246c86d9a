// HTML templates. Each part is escaped, unless it is HTML that this program made.

import { printable } from '../../../core/base/printable.js';

/** HTML text made by {@link html}. */
export class Html {
  readonly text: string;

  /** Only for use by this module. */
  constructor(text: string) {
    this.text = text;
  }
}

/** Marks a constant of our sources as HTML, or as a style sheet. */
export function trustedHtml(text: string): Html {
  return new Html(text);
}

/** A part of a template. */
type Part = Html | string | number | undefined | readonly Part[];

/** Returns HTML: `<b>${name}</b>`. Strings and numbers are escaped, also for quoted attributes; lists are concatenated. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index])).join(''));
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(render).join('');
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text. Invisible characters and direction marks become visible, and lone surrogates are replaced. */
function escaped(text: string): string {
  return printable(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
