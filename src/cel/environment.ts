// The environments of expressions: everything that ever was, as in allocation, or what an API server of some release takes in a new
// expression; either with the cel-go of its release. Sources: k8s.io/apiserver pkg/cel/environment (base.go, environment.go),
// k8s.io/dynamic-resource-allocation cel/compile.go; the differences to earlier releases, docs/spec/reference-1.37.md 5.

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

/** The scheduler takes `stored` expressions, and the API server takes `new` ones on creation. */
type EnvironmentKind = 'stored' | 'new';

/**
 * Asks for an environment. Version and gates say which `new` one, and the version alone which `stored` one; without a version it is that of
 * the newest release with all gates on.
 */
export interface EnvironmentOptions extends FeatureOptions {
  /** `stored` unless given. */
  readonly environment?: EnvironmentKind | undefined;
}

/** The functions, macros and types that an expression may use. There is one object for each distinct set. */
export interface Environment {
  readonly kind: EnvironmentKind;
  /** The release of cel-go that reads, checks and estimates. */
  readonly celGo: CelGo;
  /** The fields of `device`. */
  readonly deviceFields: ReadonlyMap<string, Type>;
  /** The static type of an attribute. */
  readonly attributeType: Type;
  /** True when a derived attribute may be a list. */
  readonly listResults: boolean;
  /** The overloads of a function, undefined when no function has the name. */
  overloadsOf(name: string): readonly Overload[] | undefined;
  /** Returns whether a call of this name and number of arguments expands a macro. */
  hasMacro(name: string, args: number): boolean;
  /** Other names of functions of one receiver and one argument. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The names of all functions. */
  functionNames(): readonly string[];
  /** Why something that exists elsewhere is not here, such as `is taken in new selectors from Kubernetes 1.35 on`; otherwise undefined. */
  whyMissing(name: string): string | undefined;
}

/** The one overload that a gate brings, too. */
const INCLUDES = 'list_includes_dyn_dyn';

/** The name that the texts of KEP-5491 have for it, which is known with XAttributeSemantics. */
const DRAWN_NAMES: ReadonlyMap<string, string> = new Map([['include', 'includes']]);
const NO_NAMES: ReadonlyMap<string, string> = new Map<string, string>();

/**
 * The library of lists is declared last from this release on and came before that of strings until then, so that a receiver of no known
 * type is a list for these, and not a text.
 */
const LISTS_LAST = 37;
const OF_LISTS: ReadonlySet<string> = new Set(['list_a_index_of_int', 'list_a_last_index_of_int']);

/** The release whose options are all there, whatever they are. */
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
  readonly #known = new Map<string, readonly Overload[] | undefined>();

  /** `release` is the minor release whose environment it is; new expressions must work in the one before, too. */
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
    if (!this.#known.has(name)) {
      const overloads = this.#inOrder(overloadsOf(name)?.filter((overload) => this.#has(overload)) ?? []);
      // Names come from outside: only those of functions are remembered.
      if (overloads.length === 0) return undefined;
      this.#known.set(name, overloads);
    }
    return this.#known.get(name);
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
    return minor <= this.#compatible ? undefined : `is taken in new selectors from Kubernetes 1.${minor + 1} on`;
  }

  /** A gate can be switched on only in releases that know it. */
  #needsGate(name: string): string {
    const first = GATES.find((gate) => gate.name === name)?.specs[0]?.since ?? 0;
    if (first <= this.#compatible + 1) return `needs the feature gate ${name}`;
    return `is taken in new selectors from Kubernetes 1.${first} on, with the feature gate ${name}`;
  }

  /** The first overload that fits reports what a type is that nothing else tells. */
  #inOrder(overloads: readonly Overload[]): readonly Overload[] {
    const isFirst = ({ id }: Overload): boolean => this.#compatible < LISTS_LAST && OF_LISTS.has(id);
    return [...overloads.filter(isFirst), ...overloads.filter((overload) => !isFirst(overload))];
  }

  #has({ id, since, until }: Overload): boolean {
    return (since <= this.#compatible || (id === INCLUDES && this.listResults)) && this.#release <= until;
  }
}

/** The environment of allocation in the newest release: everything ever introduced, whatever the gates. */
export const STORED: Environment = new ReleaseEnvironment('stored', minorOf(NEWEST), true, true);

/** The one of releases with the earlier cel-go, for which the rest is the same. */
const STORED_EARLIER: Environment = new ReleaseEnvironment('stored', minorOf(NEWEST) - 1, true, true);

const made = new Map<string, Environment>();

/**
 * The environment for these options. Version and gates must be right even for `stored`, where gates of Kubernetes change nothing. Throws
 * AllocationError as resolveFeatures does.
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
