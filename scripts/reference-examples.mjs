// Finds the examples in doc comments of the package's exports, completes examples that continue others, and reads the output that they announce.
// test/docs/reference-examples.test.ts runs them, and its long companion compiles them like a user's programs.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseAst } from 'vitest/node';
import { ENTRIES } from './declarations.mjs';
import { root } from './fresh.mjs';

/**
 * A part of the interface that needs examples: an exported value, an exported class, or a public method of one. `base` names the part
 * whose example its examples continue: for a method, its class.
 * @typedef {{ entry: string, name: string, file: string, line: number, examples: readonly string[], base?: string, isValue: boolean }} Documented
 */

/** A parsed file. @typedef {{ file: string, text: string, body: readonly any[] }} Source */

/** A declaration, with its source. @typedef {{ source: Source, node: any, isValue: boolean }} Declaration */

/** The first line of an example that continues another one. */
const GOES_ON = /^\/\/ Goes on from the example of (\S+?)[.:]?$/m;

const [TYPES, DECLARATIONS] = ['./dist/types/', '.d.ts'];

/** Returns the entries: the specifiers that users import, and their files in the sources. */
export function entries() {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([path, conditions]) => {
    const types = /** @type {{ types?: string }} */ (conditions).types;
    if (types === undefined) return [];
    return [{ specifier: posix.join(name, path), file: `src/${ENTRIES[types.slice(TYPES.length, -DECLARATIONS.length)]}.ts` }];
  });
}

/**
 * Returns all parts of an entry that need examples.
 * @param {{ specifier: string, file: string }} entry
 * @returns {Documented[]}
 */
export function documented({ specifier, file }) {
  return [...exportsOf(file)].flatMap(([name, { source, node, isValue }]) => {
    const own = { entry: specifier, name, file: source.file, line: lineOf(source, node), examples: examplesAbove(source, node), isValue };
    return [own, ...(node.declaration.type === 'ClassDeclaration' ? methodsOf(source, node.declaration, own) : [])];
  });
}

/**
 * Returns the programs for a part: each example, after the example that it continues.
 * @param {Documented} one
 * @param {readonly Documented[]} all of the same entry
 * @returns {readonly string[]}
 */
export function programsOf(one, all) {
  return one.examples.map((example) => {
    const base = example.match(GOES_ON)?.[1] ?? (/^import /m.test(example) ? undefined : one.base);
    if (base === undefined) return example;
    const before = all.find(({ name }) => name === base);
    if (before === undefined || before === one || before.examples[0] === undefined)
      throw new Error(`${one.file}:${one.line}: the example of ${one.name} goes on from ${base}, which has none`);
    const [first] = programsOf({ ...before, examples: before.examples.slice(0, 1) }, all);
    return `${first}\n\n${example}`;
  });
}

/**
 * Returns the lines that a program prints, from the comments at its `console.log` calls; undefined if a call has no comment.
 * @param {string} program
 */
export function printedBy(program) {
  const lines = program.split('\n');
  /** @type {string[]} */
  const printed = [];
  for (const [index, line] of lines.entries()) {
    if (!/\bconsole\.log\(/.test(line)) continue;
    const behind = /\); \/\/ (.+)$/.exec(line)?.[1];
    const below = lines.slice(index + 1);
    const end = below.findIndex((each) => !/^\s*\/\/ /.test(each));
    const comments = below.slice(0, end < 0 ? undefined : end).map((each) => each.replace(/^\s*\/\/ /, ''));
    if (behind === undefined && comments.length === 0) return undefined;
    printed.push(...(behind === undefined ? comments : [behind]));
  }
  return printed;
}

/** @type {Map<string, Source>} */
const parsed = new Map();

/** @param {string} file @returns {Source} */
function sourceOf(file) {
  let source = parsed.get(file);
  if (source === undefined) {
    const text = readFileSync(join(root, file), 'utf8');
    source = { file, text, body: parseAst(text, { lang: 'ts' }, file).body };
    parsed.set(file, source);
  }
  return source;
}

/**
 * Returns the exported values and classes of a file, by name. Classes are included even if only their types are exported.
 * @param {string} file
 * @returns {Map<string, Declaration>}
 */
function exportsOf(file) {
  const source = sourceOf(file);
  /** @type {Map<string, Declaration>} */
  const found = new Map();
  for (const node of source.body) {
    if (node.type === 'ExportAllDeclaration') addAll(found, exportsOf(targetOf(file, node)), (name) => name, node.exportKind === 'type');
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const name of declaredBy(node.declaration)) if (!found.has(name)) found.set(name, { source, node, isValue: true });
    if (node.source === null) continue;
    const there = exportsOf(targetOf(file, node));
    for (const { local, exported, exportKind } of node.specifiers)
      addAll(
        found,
        there,
        (name) => (name === local.name ? exported.name : undefined),
        node.exportKind === 'type' || exportKind === 'type',
      );
  }
  return found;
}

/**
 * Adds the declarations of another file under their new names. From type exports it adds only classes.
 * @param {Map<string, Declaration>} found @param {ReadonlyMap<string, Declaration>} there @param {(name: string) => string | undefined} nameOf @param {boolean} isType
 */
function addAll(found, there, nameOf, isType) {
  for (const [name, one] of there) {
    const own = nameOf(name);
    if (own !== undefined && (!isType || isClass(one))) found.set(own, { ...one, isValue: one.isValue && !isType });
  }
}

/** @param {string} file @param {{ source: { value: string } }} node */
function targetOf(file, node) {
  return posix.join(posix.dirname(file), node.source.value).replace(/\.js$/, '.ts');
}

/** @param {Declaration} declaration */
function isClass({ node }) {
  return node.declaration.type === 'ClassDeclaration';
}

/** Returns the names of the values that a declaration creates. @param {any} declaration @returns {readonly string[]} */
function declaredBy(declaration) {
  switch (declaration?.type) {
    case 'VariableDeclaration':
      return declaration.declarations.map((/** @type {any} */ each) => each.id.name);
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
      return [declaration.id.name];
    default:
      return [];
  }
}

/**
 * Returns the public methods of a class, each once regardless of its overloads.
 * @param {Source} source @param {any} declaration @param {Documented} owner
 * @returns {Documented[]}
 */
function methodsOf(source, declaration, owner) {
  /** @type {Map<string, Documented>} */
  const methods = new Map();
  for (const member of declaration.body.body) {
    if (member.type !== 'MethodDefinition' || member.kind !== 'method' || member.computed || member.key.type !== 'Identifier') continue;
    const comment = commentAbove(source, member);
    if (/@internal\b/.test(comment)) continue;
    const name = `${owner.name}.${member.key.name}`;
    const { line = lineOf(source, member), examples = [] } = methods.get(name) ?? {};
    const all = [...examples, ...examplesIn(comment)];
    methods.set(name, { entry: owner.entry, name, file: source.file, line, examples: all, base: owner.name, isValue: owner.isValue });
  }
  return [...methods.values()];
}

/** @param {Source} source @param {any} node */
function examplesAbove(source, node) {
  return examplesIn(commentAbove(source, node));
}

/** Returns the doc comment above a declaration; empty if it has none. @param {Source} source @param {{ start: number }} node */
function commentAbove({ text }, { start }) {
  const before = text.slice(0, start).trimEnd();
  const comment = before.slice(Math.max(before.lastIndexOf('/**'), 0));
  return comment.startsWith('/**') && comment.indexOf('*/') === comment.length - 2 ? comment : '';
}

/** @param {Source} source @param {{ start: number }} node */
function lineOf({ text }, { start }) {
  return text.slice(0, start).split('\n').length;
}

/** Returns the examples of a doc comment, without its asterisks. @param {string} comment @returns {string[]} */
function examplesIn(comment) {
  const text = comment.replaceAll(/^[ \t]*\*(?: |$)/gm, '');
  return [...text.matchAll(/^@example.*\n```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code.trimEnd());
}
