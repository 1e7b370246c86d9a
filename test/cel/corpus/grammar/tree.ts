// Represents generated expressions with the rules of their parts, so that they can be shrunk.

import { simplest } from './literals.js';

/** An expression: its rule, its type, and its text, in which parts are expressions. */
export interface Tree {
  readonly rule: string;
  readonly type: string;
  readonly parts: readonly (string | Tree)[];
}

/** Returns the text of an expression. */
export function textOf({ parts }: Tree): string {
  return parts.map((part) => (typeof part === 'string' ? part : textOf(part))).join('');
}

/** Returns every rule used in an expression. */
export function rulesOf({ rule, parts }: Tree): string[] {
  return [rule, ...parts.flatMap((part) => (typeof part === 'string' ? [] : rulesOf(part)))];
}

/** Returns smaller expressions: one part replaced by an inner part, or by the simplest expression of its type. */
export function smaller(tree: Tree): Tree[] {
  const found: Tree[] = inner(tree);
  const least = simplest(tree.type);
  if (textOf(tree).length > least.length) found.push({ rule: 'simplest', type: tree.type, parts: [least] });
  for (const [at, part] of tree.parts.entries()) {
    if (typeof part === 'string') continue;
    for (const replacement of smaller(part)) found.push({ ...tree, parts: tree.parts.with(at, replacement) });
  }
  return found;
}

function inner({ parts }: Tree): Tree[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...inner(part)]));
}
