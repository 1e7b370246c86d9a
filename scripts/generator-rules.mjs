// Checks that each call of a generator function is run. Dropping its result does nothing, and no error reports that.

import { readFileSync } from 'node:fs';
import { SyntaxKind } from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { root } from './fresh.mjs';

/** A call that is not run. @typedef {{ file: string, line: number, message: string }} Finding */
/** @typedef {import('typescript/unstable/ast').Node} Node @typedef {import('typescript/unstable/sync').Checker} Checker @typedef {import('typescript/unstable/sync').Type} Type */

const MESSAGE = 'calls a generator and does not run it: write yield*, or pass it to inOneGo or inSlices';
const UNUSED = 'holds a generator that is never run';

/** Types of code that runs or iterates a generator. */
const ITERATED = /^(?:Generator|IteratorObject|Iterable|IterableIterator|Iterator)$/;
/** Methods of a generator that run it. */
const RUNNING = /^(?:next|return|throw|toArray|map|filter|some|every|find|reduce|forEach|take|drop|flatMap)$/;

const LOGICAL = new Set([SyntaxKind.QuestionQuestionToken, SyntaxKind.BarBarToken]);
const ASSIGNMENTS = new Set([SyntaxKind.EqualsToken, SyntaxKind.QuestionQuestionEqualsToken, SyntaxKind.BarBarEqualsToken]);

/**
 * Finds calls whose generator is neither delegated to with `yield*`, nor iterated, nor passed to code that accepts generators. Also finds
 * variables, fields and parameters whose generator is never run.
 * @param {string} config the path of a tsconfig.json
 * @param {(file: string) => boolean} isChecked by the path of a source
 * @returns {Finding[]}
 */
export function checkGenerators(config, isChecked) {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (project === undefined) throw new Error(`${config} is no project`);
    const { program, checker } = project;
    return program
      .getSourceFileNames()
      .filter(isChecked)
      .flatMap((file) => findingsIn(file, /** @type {any} */ (program.getSourceFile(file)), checker));
  } finally {
    api.close();
  }
}

/** @param {string} file @param {Node} source @param {Checker} checker @returns {Finding[]} */
function findingsIn(file, source, checker) {
  const calls = generatorsAmong(nodesOf(source, SyntaxKind.CallExpression), checker);
  const parameters = generatorsAmong(nodesOf(source, SyntaxKind.Parameter).filter(isOfFunction), checker);
  const dropped = calls.filter((call) => !isRun(call, checker)).map((node) => ({ node, message: MESSAGE }));
  const holders = [...calls.flatMap((call) => holderOf(call) ?? []), ...parameters.map(({ name }) => name)];
  const held = holders.filter((holder) => !isUsed(holder, checker));
  const text = readFileSync(file, 'utf8');
  return [...dropped, ...held.map((node) => ({ node, message: UNUSED }))].map(({ node, message }) => ({
    file,
    line: text.slice(0, node.getStart(/** @type {any} */ (source))).split('\n').length,
    message,
  }));
}

/** Returns whether a parameter has a type, and belongs to a function with a body. @param {any} parameter */
function isOfFunction({ type, name, parent }) {
  return type !== undefined && parent.body !== undefined && name.kind === SyntaxKind.Identifier;
}

/** @param {readonly any[]} nodes @param {Checker} checker */
function generatorsAmong(nodes, checker) {
  if (nodes.length === 0) return [];
  const types = checker.getTypeAtLocation(nodes);
  return nodes.filter((_, index) => isNamed(types[index], /^Generator$/));
}

/**
 * Returns whether the generator of an expression is run on the spot, or is passed to code that accepts generators.
 * @param {any} node @param {Checker} checker @returns {boolean}
 */
function isRun(node, checker) {
  const { parent } = node;
  if (isValueOf(parent, node)) return isRun(parent, checker);
  switch (parent.kind) {
    case SyntaxKind.YieldExpression:
      return parent.asteriskToken !== undefined;
    case SyntaxKind.ForOfStatement:
      return parent.expression === node;
    case SyntaxKind.SpreadElement:
      return true;
    case SyntaxKind.PropertyAccessExpression:
      return parent.expression === node && RUNNING.test(parent.name.text);
    // Variables and fields are checked by their names.
    case SyntaxKind.VariableDeclaration:
    case SyntaxKind.PropertyDeclaration:
      return true;
    case SyntaxKind.BinaryExpression:
      return isAssignment(parent);
    // A function without a declared type returns the generator to its callers, which are checked too.
    case SyntaxKind.ReturnStatement:
    case SyntaxKind.ArrowFunction:
      return isExpected(node, checker) ?? true;
    default:
      return isExpected(node, checker) ?? false;
  }
}

/** Returns whether code accepts a generator in the place of an expression; undefined if it expects no type. @param {any} node @param {Checker} checker */
function isExpected(node, checker) {
  const type = checker.getContextualType(node);
  return type === undefined ? undefined : isNamed(type, ITERATED);
}

/** @param {Type | undefined} type @param {RegExp} names @returns {boolean} */
function isNamed(type, names) {
  if (type === undefined) return false;
  if (type.isUnionType()) return (type.getTypes() ?? []).some((part) => isNamed(part, names));
  return names.test(type.getSymbol()?.name ?? '');
}

/** Returns whether the value of `part` can be the value of `node`, the expression around it. @param {any} node @param {any} part */
function isValueOf(node, part) {
  switch (node.kind) {
    case SyntaxKind.ParenthesizedExpression:
    case SyntaxKind.AsExpression:
    case SyntaxKind.SatisfiesExpression:
    case SyntaxKind.NonNullExpression:
      return true;
    case SyntaxKind.ConditionalExpression:
      return node.condition !== part;
    case SyntaxKind.BinaryExpression:
      return node.operatorToken.kind === SyntaxKind.AmpersandAmpersandToken ? node.right === part : LOGICAL.has(node.operatorToken.kind);
    default:
      return false;
  }
}

/** @param {any} node */
function isAssignment({ kind, operatorToken }) {
  return kind === SyntaxKind.BinaryExpression && ASSIGNMENTS.has(operatorToken.kind);
}

/** Returns the name of the variable or field that holds the generator of an expression. @param {any} node @returns {any} */
function holderOf(node) {
  const { parent } = node;
  if (isValueOf(parent, node)) return holderOf(parent);
  if (isAssignment(parent)) return parent.left.name ?? parent.left;
  if (parent.kind === SyntaxKind.VariableDeclaration || parent.kind === SyntaxKind.PropertyDeclaration)
    return parent.name.kind === SyntaxKind.Identifier || parent.name.kind === SyntaxKind.PrivateIdentifier ? parent.name : undefined;
  return undefined;
}

/** Returns whether the generator of a variable or field is run somewhere in the file. @param {any} holder @param {Checker} checker */
function isUsed(holder, checker) {
  const source = holder.getSourceFile();
  const symbol = checker.getSymbolAtLocation(/** @type {Node} */ (holder));
  const uses = nodesOf(source, holder.kind).filter((node) => node.text === holder.text && node !== holder);
  return uses.some((node) => {
    if (checker.getSymbolAtLocation(node)?.id !== symbol?.id) return false;
    const value = node.parent.kind === SyntaxKind.PropertyAccessExpression && node.parent.name === node ? node.parent : node;
    return value.parent.name !== value && !isAssignment(value.parent) && isRun(value, checker);
  });
}

/** @param {Node} source @param {SyntaxKind} kind */
function nodesOf(source, kind) {
  /** @type {any[]} */
  const nodes = [];
  /** @param {any} node */
  const look = (node) => {
    if (node.kind === kind) nodes.push(node);
    node.forEachChild(look);
  };
  look(source);
  return nodes;
}
