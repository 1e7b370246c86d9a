// The rule that no `catch` swallows the end of a call by mistake: the exceptions that end and interrupt calls (src/base/checkpoint.ts) pass through all code that
// announces its work to a checkpoint, and only through such code.

import { parseAst } from 'vitest/node';

/** A catch that does. @typedef {{ file: string, line: number, message: string }} Finding */

const MESSAGE =
  'catches whatever is thrown, also the end of its call: throw again what is not expected, or hand the error to a function that does';

/** Functions of the language and constructors whose errors are caught as they are: these call nothing of ours. */
const OF_THE_LANGUAGE =
  /^(?:BigInt|JSON\.parse|atob|URL|DateTimeFormat|Intl\.DateTimeFormat|RegExp|decodeURIComponent|structuredClone|decode|encode|grow)$/;

/**
 * Finds catches that neither throw nor hand the error on, in files that know checkpoints. Blocks that call only functions of the language are let through.
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
