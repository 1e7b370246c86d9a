// The calls that users of the library can make: what the entries of package.json export, by their built types, and the methods of objects that these calls hand out.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, SignatureKind, SymbolFlags } from 'typescript/unstable/sync';
import { root } from './fresh.mjs';

/** @typedef {import('typescript/unstable/sync').Project} Project @typedef {import('typescript/unstable/sync').Symbol} Declared @typedef {import('typescript/unstable/sync').Type} Type */

/** The way that values of a type go, as callers see it. @typedef {'in' | 'out'} Direction */

const CONFIG = join(root, 'build/public-calls.tsconfig.json');
/** Declarations elsewhere are those of the language. Paths of the compiler may be in lower case. */
const OURS = join(root, 'dist/types/').toLowerCase();

/**
 * The calls of each entry by its path in package.json. A call that several entries export stands with the first of them.
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
export function publicCalls() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const entries = Object.entries(exports).flatMap(([path, { types }]) => (types === undefined ? [] : [{ path, file: join(root, types) }]));
  mkdirSync(join(root, 'build'), { recursive: true });
  const compilerOptions = { lib: ['ES2023'], types: [], target: 'ES2023', module: 'NodeNext', strict: true, noEmit: true };
  writeFileSync(CONFIG, JSON.stringify({ compilerOptions, files: entries.map(({ file }) => file) }));
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [CONFIG] }).getProjects();
    if (project === undefined) throw new Error(`${CONFIG} is no project`);
    const search = new Search(project);
    return Object.fromEntries(entries.map(({ path, file }) => [path, search.callsOf(file)]));
  } finally {
    api.close();
  }
}

/** Follows types: to what calls return, and to the arguments of functions that callers hand in. */
class Search {
  #project;
  /** Names that have been followed; of properties those of values that go out. @type {Set<number>} */
  #names = new Set();
  /** @type {Readonly<Record<Direction, Set<number>>>} */
  #types = { in: new Set(), out: new Set() };
  /** @type {string[]} */
  #calls = [];

  /** @param {Project} project */
  constructor(project) {
    this.#project = project;
  }

  /** @param {string} file @returns {readonly string[]} */
  callsOf(file) {
    const { program, checker } = this.#project;
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} declares nothing: build first`);
    this.#calls = [];
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.flags & SymbolFlags.Value && !this.#isTypeOnly(exported) && this.#isFirst(symbol))
        this.#followNamed(checker.getTypeOfSymbol(symbol), 'out', exported.name);
    }
    return this.#calls;
  }

  /** Returns whether a name is exported as a type alone, which constructs nothing. @param {Declared} exported */
  #isTypeOnly({ declarations }) {
    return declarations.some((each) => {
      const specifier = /** @type {any} */ (each.resolve(this.#project));
      return specifier?.isTypeOnly === true || specifier?.parent?.parent?.isTypeOnly === true;
    });
  }

  /** @param {Declared} symbol */
  #isFirst({ id }) {
    const isFirst = !this.#names.has(id);
    this.#names.add(id);
    return isFirst;
  }

  /** Follows what callers get or hand in, and notes it if they can call it. @param {Type | undefined} type @param {Direction} direction @param {string} name */
  #followNamed(type, direction, name) {
    const { checker } = this.#project;
    for (const part of type?.isUnionType() ? (type.getTypes() ?? []) : [type]) {
      if (direction === 'in' || part === undefined) continue;
      if (checker.getSignaturesOfType(part, SignatureKind.Call).length > 0) this.#calls.push(name);
      if (checker.getSignaturesOfType(part, SignatureKind.Construct).length > 0) this.#calls.push(`new ${name}`);
    }
    this.#follow(type, direction);
  }

  /** @param {Type | undefined} type @param {Direction} direction */
  #follow(type, direction) {
    if (type === undefined || this.#types[direction].has(type.id)) return;
    this.#types[direction].add(type.id);
    if (type.isUnionType() || type.isIntersectionType()) for (const part of type.getTypes() ?? []) this.#follow(part, direction);
    if (!type.isObjectType()) return;
    const symbol = type.getSymbol();
    // A class that is handed in was handed out before: callers cannot make one of their own.
    if (direction === 'in' && symbol !== undefined && symbol.flags & SymbolFlags.Class) return;
    const { checker } = this.#project;
    if (type.isTypeReference()) for (const part of checker.getTypeArguments(type)) this.#follow(part, direction);
    for (const { valueType } of checker.getIndexInfosOfType(type)) this.#follow(valueType, direction);
    this.#followSignatures(type, direction);
    for (const property of checker.getPropertiesOfType(type))
      this.#followProperty(property, direction, type.getAliasSymbol()?.name ?? symbol?.name ?? '');
  }

  /** Arguments go the other way than what comes back. @param {Type} type @param {Direction} direction */
  #followSignatures(type, direction) {
    const { checker } = this.#project;
    for (const signature of [SignatureKind.Call, SignatureKind.Construct].flatMap((kind) => checker.getSignaturesOfType(type, kind))) {
      this.#follow(checker.getReturnTypeOfSignature(signature), direction);
      for (const [index] of signature.getParameters().entries())
        this.#follow(checker.getParameterType(signature, index), direction === 'out' ? 'in' : 'out');
    }
  }

  /** @param {Declared} property @param {Direction} direction @param {string} owner */
  #followProperty(property, direction, owner) {
    const { name, flags, declarations } = property;
    if (name.startsWith('__@') || !declarations.some(({ path }) => path.toLowerCase().startsWith(OURS))) return;
    if (direction === 'out' && !this.#isFirst(property)) return;
    if (direction === 'out' && flags & SymbolFlags.GetAccessor) this.#calls.push(`${owner}.${name}`);
    this.#followNamed(this.#project.checker.getTypeOfSymbol(property), direction, `${owner}.${name}`);
  }
}
