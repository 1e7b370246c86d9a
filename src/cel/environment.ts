// Defines the environments of expressions. An environment has everything that was ever introduced, as in allocation, or the
// features that an API server of some release accepts in new expressions. Each environment uses the cel-go of its release.
// Sources: k8s.io/apiserver pkg/cel/environment (base.go, environment.go), k8s.io/dynamic-resource-allocation cel/compile.go;
// for earlier releases docs/spec/reference-1.37.md 5.

import { entryIn } from '../core/base/entry-in.js';
import { largestOf } from '../core/base/lists.js';
import { type FeatureOptions, parseRelease, resolveFeatures } from '../core/features/features.js';
import { GATES } from '../core/features/gates.js';
import { minorOf, NEWEST } from '../core/features/releases.js';
import { type CelGo, celGoIn } from './cel-go.js';
import { ANY, BOOL, DYN, mapOf, QUANTITY, STRING, type Type } from './check/types.js';
import { declaredFunctions, type Overload, overloadsOf } from './library/declarations.js';
import type { CelDevice } from './run/device.js';
import { macroSince, newestMacroSince } from './syntax/macros.js';

/** The scheduler accepts `stored` expressions, and the API server accepts `new` ones on creation. */
type EnvironmentKind = 'stored' | 'new';

/**
 * Selects an environment. A `new` environment depends on the version and the gates, a `stored`
 * one only on the version. Default version: the newest release with all gates on.
 */
export interface EnvironmentOptions extends FeatureOptions {
  /** Default: `stored`. */
  readonly environment?: EnvironmentKind | undefined;
}

/** The functions, macros and types that an expression may use. Each distinct set is one object. */
export interface Environment {
  readonly kind: EnvironmentKind;
  /** The release of cel-go that parses, checks and estimates. */
  readonly celGo: CelGo;
  /** The fields of `device`. */
  readonly deviceFields: ReadonlyMap<string, Type>;
  /** The static type of an attribute. */
  readonly attributeType: Type;
  /** True if a derived attribute may be a list. */
  readonly listResults: boolean;
  /** Returns the overloads of a function; undefined if no function has the name. */
  overloadsOf(name: string): readonly Overload[] | undefined;
  /** Returns whether a call with this name and number of arguments expands a macro. */
  hasMacro(name: string, args: number): boolean;
  /** Additional names of functions with one receiver and one argument. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Returns the names of all functions. */
  functionNames(): readonly string[];
  /**
   * Returns why a feature of other environments is missing here, such as `is accepted in new selectors since Kubernetes 1.35`; otherwise
   * undefined.
   */
  whyMissing(name: string): string | undefined;
}

/** The only overload that a feature gate can add before its release does. */
const INCLUDES = 'list_includes_dyn_dyn';

/** The name of this overload in the texts of KEP-5491, available with XAttributeSemantics. */
const DRAWN_NAMES: ReadonlyMap<string, string> = new Map([['include', 'includes']]);
const NO_NAMES: ReadonlyMap<string, string> = new Map<string, string>();

/**
 * Up to 1.36, the list library is declared before the string library, so a receiver of unknown type
 * counts as a list. Since 1.37, it is declared last, and such a receiver counts as a string.
 */
const LISTS_LAST = 37;
const OF_LISTS: ReadonlySet<string> = new Set(['list_a_index_of_int', 'list_a_last_index_of_int']);

/** A release that includes the options of all releases. */
const EVERYTHING = Number.POSITIVE_INFINITY;

class ReleaseEnvironment implements Environment {
  readonly kind: EnvironmentKind;
  readonly celGo: CelGo;
  readonly attributeType: Type;
  readonly deviceFields: ReadonlyMap<string, Type>;
  readonly listResults: boolean;
  readonly aliases: ReadonlyMap<string, string>;
  readonly #release: number;
  readonly #compatible: number;
  readonly #cachedOverloads = new Map<string, readonly Overload[] | undefined>();

  /** `release` is the minor release of the environment. New expressions must also work in the previous release. */
  constructor(kind: EnvironmentKind, release: number, lists: boolean, shares: boolean, aliases = NO_NAMES) {
    this.kind = kind;
    this.aliases = aliases;
    this.celGo = celGoIn(release);
    this.#release = release;
    this.#compatible = kind === 'stored' ? EVERYTHING : release - 1;
    this.listResults = lists;
    this.attributeType = lists ? DYN : ANY;
    const { allowMultipleAllocations, ...always }: Readonly<Record<keyof CelDevice, Type>> = {
      driver: STRING,
      attributes: mapOf(STRING, mapOf(STRING, this.attributeType)),
      capacity: mapOf(STRING, mapOf(STRING, QUANTITY)),
      allowMultipleAllocations: BOOL,
    };
    this.deviceFields = new Map(Object.entries(shares ? { ...always, allowMultipleAllocations } : always));
  }

  overloadsOf(name: string): readonly Overload[] | undefined {
    if (!this.#cachedOverloads.has(name)) {
      const overloads = this.#inOrder(overloadsOf(name)?.filter((overload) => this.#has(overload)) ?? []);
      // Names are arbitrary input, so only names of functions are cached.
      if (overloads.length === 0) return undefined;
      this.#cachedOverloads.set(name, overloads);
    }
    return this.#cachedOverloads.get(name);
  }

  hasMacro(name: string, args: number): boolean {
    return macroSince(name, args) <= this.#compatible;
  }

  functionNames(): readonly string[] {
    return declaredFunctions().filter((name) => this.overloadsOf(name)?.some(({ declared }) => declared));
  }

  whyMissing(name: string): string | undefined {
    if (this.kind === 'stored') return undefined;
    if (name === 'allowMultipleAllocations') return this.#needsGate('DRAConsumableCapacity');
    const overloads = overloadsOf(name);
    if (overloads?.some(({ id }) => id === INCLUDES)) return this.#needsGate('DRAListTypeAttributes');
    const minor = largestOf(
      (overloads ?? []).map(({ since }) => since),
      newestMacroSince(name),
    );
    return minor <= this.#compatible ? undefined : `is accepted in new selectors since Kubernetes 1.${minor + 1}`;
  }

  /** A gate can only be enabled in releases that define it. */
  #needsGate(name: string): string {
    const first = GATES.find((gate) => gate.name === name)?.specs[0]?.since ?? 0;
    if (first <= this.#compatible + 1) return `needs the feature gate ${name}`;
    return `is accepted in new selectors since Kubernetes 1.${first}, with the feature gate ${name}`;
  }

  /** If a type is otherwise unknown, the first overload that fits determines it. */
  #inOrder(overloads: readonly Overload[]): readonly Overload[] {
    const isFirst = ({ id }: Overload): boolean => this.#compatible < LISTS_LAST && OF_LISTS.has(id);
    return [...overloads.filter(isFirst), ...overloads.filter((overload) => !isFirst(overload))];
  }

  #has({ id, since, until }: Overload): boolean {
    return (since <= this.#compatible || (id === INCLUDES && this.listResults)) && this.#release <= until;
  }
}

/** The environment of allocation in the newest release: everything ever introduced, regardless of gates. */
export const STORED: Environment = new ReleaseEnvironment('stored', minorOf(NEWEST), true, true);

/** The environment of releases with the earlier cel-go; everything else is equal. */
const STORED_EARLIER: Environment = new ReleaseEnvironment('stored', minorOf(NEWEST) - 1, true, true);

const made = new Map<string, Environment>();

/**
 * Returns the environment for the options. Version and gates must be valid even for `stored`,
 * where Kubernetes gates have no effect. Throws AllocationError as resolveFeatures does.
 */
export function resolveEnvironment({ environment = 'stored', ...options }: EnvironmentOptions = {}): Environment {
  const { listTypeAttributes, consumableCapacity, attributeSemantics } = resolveFeatures(options);
  const release = minorOf(options.kubernetesVersion === undefined ? NEWEST : parseRelease(options.kubernetesVersion));
  const aliases = attributeSemantics ? DRAWN_NAMES : NO_NAMES;
  if (environment === 'stored') {
    const plain = celGoIn(release) === STORED.celGo ? STORED : STORED_EARLIER;
    if (!attributeSemantics) return plain;
    const minor = minorOf(NEWEST) - (plain === STORED ? 0 : 1);
    return entryIn(made, `stored ${minor}`, () => new ReleaseEnvironment('stored', minor, true, true, aliases));
  }
  const key = `${release} ${listTypeAttributes} ${consumableCapacity} ${attributeSemantics}`;
  return entryIn(made, key, () => new ReleaseEnvironment('new', release, listTypeAttributes, consumableCapacity, aliases));
}
