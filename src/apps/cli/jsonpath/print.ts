// Prints the results of a template on a value: text like kubectl's -o jsonpath, and cells like its -o custom-columns.

import { isContainer, type Json } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import { Evaluation } from './evaluate.js';
import { Constant, type Found } from './found.js';
import { marshal, sprint } from './go-text.js';
import { JsonPathError, type PathNode } from './parse.js';

/** The most characters of output. At twice this length, a JavaScript engine ends its process. */
const MAX_OUTPUT = 1 << 28;

/** Returns the text of a template. Control characters in values are escaped, but not in the template itself. Throws {@link JsonPathError}. */
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

/** Returns the cell of a column. */
export function formatCell(nodes: readonly PathNode[], value: Json): string {
  const all = new Evaluation(nodes, true).run(value);
  const texts = all.flatMap((results) => results.map((found) => sprint(found instanceof Constant ? found.value : (found ?? null))));
  const isEmpty = (all[0] ?? []).length === 0;
  return [...(isEmpty ? ['<none>'] : []), ...texts].join(',');
}
