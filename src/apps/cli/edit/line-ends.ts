// Line ends of edits: new lines end like the lines next to them.

import type { TextEdit } from '../../../cel/rewrite/list-reads.js';

/** Returns an edit whose new lines end like the line before it, or like the first line of the text. */
export function withLineEnds(text: string, edit: TextEdit): TextEdit {
  if (!edit.text.includes('\n')) return edit;
  const before = edit.start === 0 ? -1 : text.lastIndexOf('\n', edit.start - 1);
  const lineFeed = before < 0 ? text.indexOf('\n') : before;
  return text[lineFeed - 1] === '\r' ? { ...edit, text: edit.text.replaceAll('\n', '\r\n') } : edit;
}
