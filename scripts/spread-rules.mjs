// Checks that no call spreads a list of any length into its arguments. The engine limits the number of arguments.
// So `push(...list)` and `Math.max(...list)` end in a RangeError when the list comes from input and is long.

import { parseAst } from 'vitest/node';

/** A call that breaks the rule. @typedef {{ file: string, line: number, message: string }} Finding */

/** Built-in functions that accept any number of arguments, also as a list through `apply`. */
const VARIADIC = new Set(['concat', 'fromCharCode', 'fromCodePoint', 'max', 'min', 'of', 'push', 'splice', 'unshift']);

/** The name of a constant table, whose length is fixed by its text. */
const CONSTANT = /^[A-Z][A-Z0-9_]+$/;

const MESSAGE =
  'spreads a list into arguments, which fails on a long one: use append, largestOf or smallestOf of src/core/base/lists.ts, or pass the list';

/**
 * Finds lists that are spread into the arguments of a call, or passed to `apply`. Lists of fixed length are allowed: constant tables,
 * named in capitals, and rest parameters of the enclosing functions, whose callers obey the rule themselves.
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
export function checkSpreads(file, text) {
  /** @type {Finding[]} */
  const findings = [];
  /** @param {any} node @param {ReadonlySet<string>} rests */
  const visit = (node, rests) => {
    if (Array.isArray(node)) for (const item of node) visit(item, rests);
    else if (typeof node === 'object' && node !== null) {
      const within = restsWithin(node, rests);
      if (isSpread(node, within)) findings.push({ file, line: text.slice(0, node.start).split('\n').length, message: MESSAGE });
      for (const value of Object.values(node)) visit(value, within);
    }
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file), new Set());
  return findings;
}

/**
 * Returns the names of rest parameters that are visible within a node: of the functions around it, and of the node itself if it is a function.
 * @param {any} node
 * @param {ReadonlySet<string>} around
 */
function restsWithin(node, around) {
  if (!/Function/.test(node.type) || !Array.isArray(node.params)) return around;
  const rests = node.params.filter((/** @type {any} */ one) => one.type === 'RestElement' && one.argument.type === 'Identifier');
  return rests.length === 0 ? around : new Set([...around, ...rests.map((/** @type {any} */ one) => one.argument.name)]);
}

/**
 * @param {any} node
 * @param {ReadonlySet<string>} rests
 */
function isSpread(node, rests) {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  return isApply(node) || node.arguments.some((/** @type {any} */ one) => one.type === 'SpreadElement' && !isFixed(one.argument, rests));
}

/**
 * @param {any} list
 * @param {ReadonlySet<string>} rests
 */
function isFixed(list, rests) {
  return list.type === 'Identifier' && (rests.has(list.name) || CONSTANT.test(list.name));
}

/** @param {any} call */
function isApply({ callee }) {
  if (callee.type !== 'MemberExpression' || callee.property.name !== 'apply') return false;
  return callee.object.name === 'Reflect' || VARIADIC.has(callee.object.property?.name);
}
