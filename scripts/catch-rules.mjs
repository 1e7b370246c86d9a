// Finds each `catch` that could swallow the end of a call. The exceptions that end and interrupt calls (src/core/base/checkpoint.ts) pass
// only through code that calls a checkpoint.

import { parseAst } from 'vitest/node';

/** A catch that could swallow the end of a call. @typedef {{ file: string, line: number, message: string }} Finding */

const MESSAGE =
  'catches whatever is thrown, also the end of its call: throw again what is not expected, or hand the error to a function that does';

/** Built-in functions and constructors, whose errors a catch may handle: they do not call code of the package. */
const OF_THE_LANGUAGE =
  /^(?:BigInt|JSON\.parse|atob|URL|DateTimeFormat|Intl\.DateTimeFormat|RegExp|decodeURIComponent|structuredClone|decode|encode|grow)$/;

/**
 * Finds catches that neither throw nor pass on the error, in files that use checkpoints. Blocks that call only built-in functions are valid.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
export function checkCatches(file, text) {
  /** @type {Finding[]} */
  const findings = [];
  if (!/checkpoint/i.test(text)) return findings;
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    else if (typeof node === 'object' && node !== null) {
      if (node.type === 'TryStatement' && node.handler !== null && swallows(node))
        findings.push({ file, line: text.slice(0, node.handler.start).split('\n').length, message: MESSAGE });
      for (const value of Object.values(node)) visit(value);
    }
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file));
  return findings;
}

/** @param {any} statement */
function swallows({ block, handler }) {
  const error = handler.param?.name;
  const isHandedOn = some(
    handler.body,
    (node) =>
      node.type === 'ThrowStatement' ||
      (node.type === 'CallExpression' && node.arguments.some((/** @type {any} */ one) => one.type === 'Identifier' && one.name === error)),
  );
  if (isHandedOn) return false;
  return some(
    block,
    (node) => (node.type === 'CallExpression' || node.type === 'NewExpression') && !OF_THE_LANGUAGE.test(nameOf(node.callee)),
  );
}

/** @param {any} callee @returns {string} */
function nameOf(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type !== 'MemberExpression') return '';
  const { object, property } = callee;
  return object.type === 'Identifier' && /^[A-Z]/.test(object.name) ? `${object.name}.${property.name}` : property.name;
}

/**
 * @param {any} node
 * @param {(node: any) => boolean} holds
 * @returns {boolean}
 */
function some(node, holds) {
  if (Array.isArray(node)) return node.some((item) => some(item, holds));
  if (typeof node !== 'object' || node === null) return false;
  return (typeof node.type === 'string' && holds(node)) || Object.values(node).some((value) => some(value, holds));
}
