// The line ends of a text that is changed: new lines end as the lines next to them.

import type { TextEdit } from '../../../cel/rewrite/list-reads.js';

/** An edit whose new lines end as the line before it does, or the first line of the text if there is none before it. */
export function withLineEnds(text: string, edit: TextEdit): TextEdit {
  if (!edit.text.includes('\n')) return edit;
  const before = edit.start === 0 ? -1 : text.lastIndexOf('\n', edit.start - 1);
  const lineFeed = before < 0 ? text.indexOf('\n') : before;
  return text[lineFeed - 1] === '\r' ? { ...edit, text: edit.text.replaceAll('\n', '\r\n') } : edit;
}
