// The environments of expressions: everything that ever was, as in allocation, or what an API server of some release takes in a new
// expression. Sources: k8s.io/apiserver pkg/cel/environment (base.go, environment.go), k8s.io/dynamic-resource-allocation cel/compile.go;
// the differences to earlier releases, docs/spec/reference-1.37.md 5.

import { entryIn } from '../base/entry-in.js';
import { type FeatureOptions, parseRelease, resolveFeatures } from '../features/features.js';
import { GATES, minorOf, RELEASES } from '../features/gates.js';
import { ANY, BOOL, DYN, mapOf, QUANTITY, STRING, type Type } from './check/types.js';
import { declaredFunctions, type Overload, overloadsOf } from './library/declarations.js';
import { macroSince, newestMacroSince } from './syntax/macros.js';

/** The scheduler takes `stored` expressions, and the API server takes `new` ones on creation. */
type EnvironmentKind = 'stored' | 'new';

/** Asks for an environment. Version and gates say which `new` one; without a version it is that of the newest release with all gates on. */
export interface EnvironmentOptions extends FeatureOptions {
  /** `stored` unless given. */
  readonly environment?: EnvironmentKind | undefined;
}

/** The functions, macros and types that an expression may use. There is one object for each distinct set. */
export interface Environment {
  readonly kind: EnvironmentKind;
  /** The fields of `device`. */
  readonly deviceFields: ReadonlyMap<string, Type>;
  /** The static type of an attribute. */
  readonly attributeType: Type;
  /** True when a derived attribute may be a list. */
  readonly listResults: boolean;
  /** The overloads of a function, undefined when no function has the name. */
  overloadsOf(name: string): readonly Overload[] | undefined;
  /** Tells whether a call of this name and number of arguments expands a macro. */
  hasMacro(name: string, args: number): boolean;
  /** The names of all functions. */
  functionNames(): readonly string[];
  /** Why something that exists elsewhere is not here, such as `is taken in new selectors from Kubernetes 1.35 on`; otherwise undefined. */
  whyMissing(name: string): string | undefined;
}

/** The one overload that a gate brings, too. */
const INCLUDES = 'list_includes_dyn_dyn';

/** The release whose options are all there, whatever they are. */
const EVERYTHING = Number.POSITIVE_INFINITY;

class ReleaseEnvironment implements Environment {
  readonly kind: EnvironmentKind;
  readonly attributeType: Type;
  readonly deviceFields: ReadonlyMap<string, Type>;
  readonly listResults: boolean;
  readonly #compatible: number;
  readonly #known = new Map<string, readonly Overload[] | undefined>();

  /** `compatible` is the minor release that expressions must work in, too. */
  constructor(kind: EnvironmentKind, compatible: number, lists: boolean, shares: boolean) {
    this.kind = kind;
    this.#compatible = compatible;
    this.listResults = lists;
    this.attributeType = lists ? DYN : ANY;
    this.deviceFields = new Map([
      ['driver', STRING],
      ['attributes', mapOf(STRING, mapOf(STRING, this.attributeType))],
      ['capacity', mapOf(STRING, mapOf(STRING, QUANTITY))],
      ...(shares ? [['allowMultipleAllocations', BOOL] as const] : []),
    ]);
  }

  overloadsOf(name: string): readonly Overload[] | undefined {
    if (this.#compatible === EVERYTHING) return overloadsOf(name);
    if (!this.#known.has(name)) {
      const overloads = overloadsOf(name)?.filter((overload) => this.#has(overload)) ?? [];
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
    const minor = Math.max(newestMacroSince(name), ...(overloads ?? []).map(({ since }) => since));
    return minor <= this.#compatible ? undefined : `is taken in new selectors from Kubernetes 1.${minor + 1} on`;
  }

  /** A gate can be switched on only in releases that know it. */
  #needsGate(name: string): string {
    const first = GATES.find((gate) => gate.name === name)?.specs[0]?.since ?? 0;
    if (first <= this.#compatible + 1) return `needs the feature gate ${name}`;
    return `is taken in new selectors from Kubernetes 1.${first} on, with the feature gate ${name}`;
  }

  #has({ id, since }: Overload): boolean {
    return since <= this.#compatible || (id === INCLUDES && this.listResults);
  }
}

/** The environment of allocation: everything ever introduced, whatever the gates. */
export const STORED: Environment = new ReleaseEnvironment('stored', EVERYTHING, true, true);

const made = new Map<string, Environment>();

/**
 * The environment for these options. Version and gates must be right even for `stored`, which they do not change. Throws
 * AllocationError as resolveFeatures does.
 */
export function resolveEnvironment({ environment = 'stored', ...options }: EnvironmentOptions = {}): Environment {
  const { listTypeAttributes, consumableCapacity } = resolveFeatures(options);
  if (environment === 'stored') return STORED;
  const release = options.kubernetesVersion === undefined ? RELEASES[RELEASES.length - 1] : parseRelease(options.kubernetesVersion);
  const compatible = minorOf(release as (typeof RELEASES)[number]) - 1;
  const key = `${compatible} ${listTypeAttributes} ${consumableCapacity}`;
  return entryIn(made, key, () => new ReleaseEnvironment('new', compatible, listTypeAttributes, consumableCapacity));
}
