// HTML of templates: whatever is put into one is text, unless it is HTML of our own.

import { printable } from '../../../core/base/printable.js';

/** Text of HTML that was made by {@link html}. */
export class Html {
  readonly text: string;

  /** Only {@link html} knows how to make one. */
  constructor(text: string) {
    this.text = text;
  }
}

/** HTML, or a style sheet, that is written in our own sources. */
export function ownHtml(text: string): Html {
  return new Html(text);
}

/** A part of a template. */
type Part = Html | string | number | undefined | readonly Part[];

/** Makes HTML: `<b>${name}</b>`. Texts and numbers become text, also within quotes of attributes; lists stand one after the other. */
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

/** Characters that nobody sees, or that turn the direction of text, become visible; a lone half of a pair would be no text. */
function escaped(text: string): string {
  return printable(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
