// The results of the generator: the text of an expression with the rules that made its parts, so that it can be made smaller.

import { simplest } from './literals.js';

/** An expression: the rule it comes from, its type, and its text, in which parts are expressions themselves. */
export interface Tree {
  readonly rule: string;
  readonly type: string;
  readonly parts: readonly (string | Tree)[];
}

/** The text of an expression. */
export function textOf({ parts }: Tree): string {
  return parts.map((part) => (typeof part === 'string' ? part : textOf(part))).join('');
}

/** Every rule that is used in an expression. */
export function rulesOf({ rule, parts }: Tree): string[] {
  return [rule, ...parts.flatMap((part) => (typeof part === 'string' ? [] : rulesOf(part)))];
}

/** Smaller expressions: with one part replaced by something inside of it, or by the simplest of its type. */
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

/** All expressions inside of an expression. */
function inner({ parts }: Tree): Tree[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...inner(part)]));
}
