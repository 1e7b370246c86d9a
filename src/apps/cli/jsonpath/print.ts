// Prints what a template finds in a value: text as kubectl's -o jsonpath prints it, and cells as its -o custom-columns does.

import { isContainer, type Json } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import { Evaluation } from './evaluate.js';
import { Constant, type Found } from './found.js';
import { marshal, sprint } from './go-text.js';
import { JsonPathError, type PathNode } from './parse.js';

/** Longer text is rejected: an engine ends its process at twice as much. */
const MAX_OUTPUT = 1 << 28;

/** The text of a template. Control characters in values are escaped, those of the template are its author's. Throws {@link JsonPathError}. */
export function formatTemplate(nodes: readonly PathNode[], value: Json): string {
  const pieces: string[] = [];
  let length = 0;
  for (const results of new Evaluation(nodes, true).run(value)) {
    for (const [index, found] of results.entries()) {
      const text = textOf(found) + (index < results.length - 1 ? ' ' : '');
      length += text.length;
      if (length > MAX_OUTPUT) throw new JsonPathError(`its text is longer than ${MAX_OUTPUT} characters`);
      pieces.push(text);
    }
  }
  return pieces.join('');
}

function textOf(found: Found): string {
  if (found === undefined) return '';
  if (found instanceof Constant) return String(found.value);
  if (found === null) return 'null';
  return printable(isContainer(found) ? marshal(found) : sprint(found));
}

/** The cell of a column. */
export function formatCell(nodes: readonly PathNode[], value: Json): string {
  const all = new Evaluation(nodes, true).run(value);
  const texts = all.flatMap((results) => results.map((found) => sprint(found instanceof Constant ? found.value : (found ?? null))));
  const isEmpty = (all[0] ?? []).length === 0;
  return [...(isEmpty ? ['<none>'] : []), ...texts].join(',');
}
