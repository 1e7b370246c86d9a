// Lists the calls that users of the library can make: the exports of package.json's entries, by their built types, and the methods of
// objects that these calls return.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, SignatureKind, SymbolFlags } from 'typescript/unstable/sync';
import { root } from './fresh.mjs';

/** @typedef {import('typescript/unstable/sync').Project} Project @typedef {import('typescript/unstable/sync').Symbol} Declared @typedef {import('typescript/unstable/sync').Type} Type */

/** The direction of values of a type, from the view of callers. @typedef {'in' | 'out'} Direction */

const CONFIG = join(root, 'build/public-calls.tsconfig.json');
/** Types declared outside this folder belong to the language. The compiler may convert paths to lower case. */
const OURS = join(root, 'dist/types/').toLowerCase();
/** The declarations of Kubernetes objects, whose fields are decoded, and of signals. Their fields are not options. */
const KINDS = ['core/api/', 'classic/api/', 'core/base/abort-signal'].map((path) => join(root, 'dist/types', path).toLowerCase());
/** The deepest level of options. */
const MOST_STEPS = 5;

/**
 * A step of a path to an argument or one of its options: the index of the argument, a field, or 0 for the first item of a list.
 * @typedef {string | number} ArgumentStep
 */

/**
 * Returns the calls of each entry by its path in package.json. A call that several entries export is listed under the first.
 * @returns {Readonly<Record<string, readonly string[]>>}
 */
export function publicCalls() {
  return Object.fromEntries(Object.entries(publicArguments()).map(([path, calls]) => [path, Object.keys(calls)]));
}

/**
 * Returns the paths to the arguments of each call and to their options, by entry and call. A Kubernetes object is one argument.
 * @returns {Readonly<Record<string, Readonly<Record<string, readonly (readonly ArgumentStep[])[]>>>>}
 */
export function publicArguments() {
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

/** Follows types to the results of calls, and to the arguments of functions that callers pass in. */
class Search {
  #project;
  /** The ids of names that were followed. Properties are included only for values that go out. @type {Set<number>} */
  #names = new Set();
  /** @type {Readonly<Record<Direction, Set<number>>>} */
  #types = { in: new Set(), out: new Set() };
  /** The types of the calls, by name. @type {Map<string, Type[]>} */
  #calls = new Map();

  /** @param {Project} project */
  constructor(project) {
    this.#project = project;
  }

  /** @param {string} file @returns {Readonly<Record<string, readonly (readonly ArgumentStep[])[]>>} */
  callsOf(file) {
    const { program, checker } = this.#project;
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} declares nothing: build first`);
    this.#calls = new Map();
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.flags & SymbolFlags.Value && !this.#isTypeOnly(exported) && this.#isFirst(symbol))
        this.#followNamed(checker.getTypeOfSymbol(symbol), 'out', exported.name);
    }
    return Object.fromEntries([...this.#calls].map(([name, types]) => [name, this.#pathsOf(name, types)]));
  }

  /** Returns the paths to all arguments of a call, each once. @param {string} name @param {readonly Type[]} types */
  #pathsOf(name, types) {
    const { checker } = this.#project;
    const kind = name.startsWith('new ') ? SignatureKind.Construct : SignatureKind.Call;
    /** @type {Map<string, readonly ArgumentStep[]>} */
    const paths = new Map();
    for (const signature of types.flatMap((type) => checker.getSignaturesOfType(type, kind)))
      for (const [index] of signature.getParameters().entries()) this.#addPaths(checker.getParameterType(signature, index), [index], paths);
    return [...paths.values()];
  }

  /** @param {Type | undefined} type @param {readonly ArgumentStep[]} path @param {Map<string, readonly ArgumentStep[]>} paths */
  #addPaths(type, path, paths) {
    paths.set(path.join('.'), path);
    if (type === undefined || path.length === MOST_STEPS) return;
    for (const part of type.isUnionType() || type.isIntersectionType() ? (type.getTypes() ?? []) : [type])
      for (const [step, member] of this.#optionsIn(part)) this.#addPaths(member, [...path, step], paths);
  }

  /** Returns the options in an object, or in the first item of a list. @param {Type} type @returns {readonly (readonly [ArgumentStep, Type | undefined])[]} */
  #optionsIn(type) {
    const { checker } = this.#project;
    const symbol = type.getSymbol();
    if (!type.isObjectType() || (symbol !== undefined && symbol.flags & SymbolFlags.Class)) return [];
    const [element] = symbol?.name.endsWith('Array') && type.isTypeReference() ? checker.getTypeArguments(type) : [];
    if (element !== undefined) return this.#hasOptions(element) ? [[0, element]] : [];
    return checker
      .getPropertiesOfType(type)
      .filter(isOption)
      .map((property) => [property.name, checker.getTypeOfSymbol(property)]);
  }

  /** @param {Type} type @returns {boolean} */
  #hasOptions(type) {
    if (type.isUnionType()) return (type.getTypes() ?? []).some((part) => this.#hasOptions(part));
    return type.isObjectType() && this.#project.checker.getPropertiesOfType(type).some(isOption);
  }

  /** Returns whether a name is exported only as a type, which constructs nothing. @param {Declared} exported */
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

  /**
   * Follows a type that callers receive or pass in, and records its name if callers can call it.
   * @param {Type | undefined} type
   * @param {Direction} direction
   * @param {string} name
   */
  #followNamed(type, direction, name) {
    const { checker } = this.#project;
    for (const part of type?.isUnionType() ? (type.getTypes() ?? []) : [type]) {
      if (direction === 'in' || part === undefined) continue;
      if (checker.getSignaturesOfType(part, SignatureKind.Call).length > 0) this.#add(name, part);
      if (checker.getSignaturesOfType(part, SignatureKind.Construct).length > 0) this.#add(`new ${name}`, part);
    }
    this.#follow(type, direction);
  }

  /** @param {string} name @param {Type} [type] absent: it is a getter */
  #add(name, type) {
    this.#calls.set(name, [...(this.#calls.get(name) ?? []), ...(type === undefined ? [] : [type])]);
  }

  /** @param {Type | undefined} type @param {Direction} direction */
  #follow(type, direction) {
    if (type === undefined || this.#types[direction].has(type.id)) return;
    this.#types[direction].add(type.id);
    if (type.isUnionType() || type.isIntersectionType()) for (const part of type.getTypes() ?? []) this.#follow(part, direction);
    if (!type.isObjectType()) return;
    const symbol = type.getSymbol();
    // An instance of a class that callers pass in came from an earlier call: callers cannot create one.
    if (direction === 'in' && symbol !== undefined && symbol.flags & SymbolFlags.Class) return;
    const { checker } = this.#project;
    if (type.isTypeReference()) for (const part of checker.getTypeArguments(type)) this.#follow(part, direction);
    for (const { valueType } of checker.getIndexInfosOfType(type)) this.#follow(valueType, direction);
    this.#followSignatures(type, direction);
    for (const property of checker.getPropertiesOfType(type))
      this.#followProperty(property, direction, type.getAliasSymbol()?.name ?? symbol?.name ?? '');
  }

  /** Follows signatures. Arguments go in the opposite direction to results. @param {Type} type @param {Direction} direction */
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
    if (direction === 'out' && flags & SymbolFlags.GetAccessor) this.#add(`${owner}.${name}`);
    this.#followNamed(this.#project.checker.getTypeOfSymbol(property), direction, `${owner}.${name}`);
  }
}

/** Returns whether a property is an option, not a field of a Kubernetes object. @param {Declared} property */
function isOption({ declarations }) {
  return declarations.some(
    ({ path }) => path.toLowerCase().startsWith(OURS) && !KINDS.some((kinds) => path.toLowerCase().startsWith(kinds)),
  );
}
