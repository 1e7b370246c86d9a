// Represents the whole input for rules that check several objects. Missing objects are unknown:
// rules report only if the input has the slices, classes or claims that they need.

import { poolKey } from '../../allocator/pools/slice-index.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Json } from '../../core/base/json.js';
import type { OfferedTwice } from '../../scheduler/pods/device-plugins.js';
import type { ServerRelease } from '../rule.js';
import type { ClaimShape, Holding, WorldClass } from './claims.js';
import { isComplete } from './counters.js';
import type { WorldDevice, WorldSlice } from './devices.js';
import { type Expression, Expressions, MOST_EXPRESSIONS } from './expressions.js';
import { type Facts, factsOf } from './facts.js';
import { deviceMatcher, type Matcher } from './matches.js';
import { type Missing, missingNames } from './near.js';
import { pluginDevices } from './plugin-devices.js';
import { type PoolVerdicts, verdictsOn } from './pool-verdicts.js';
import { devicesOf, poolsOf, type WorldPool } from './pools.js';
import type { TaintRule } from './taints.js';
import { WorkBounds } from './work-bounds.js';

/** The data collected object by object. */
export interface Gathered {
  readonly slices: readonly WorldSlice[];
  readonly classes: ReadonlyMap<string, WorldClass>;
  /** Claims and templates by namespace and name. */
  readonly claims: ReadonlyMap<string, ClaimShape>;
  readonly templates: ReadonlyMap<string, ClaimShape>;
  readonly holdings: readonly Holding[];
  readonly taintRules: readonly TaintRule[];
  /** The templates whose claim several containers of a pod use, by namespace and name. */
  readonly sharedTemplates: ReadonlySet<string>;
  /** Node objects by name. */
  readonly nodes: ReadonlyMap<string, Json>;
  /** The names of objects by kind, including objects that cannot be decoded. */
  readonly names: ReadonlyMap<NamedKind, ObjectNames>;
}

/** The kinds whose object names rules query. */
export const NAMED_KINDS = ['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'Node'] as const;

/** One of {@link NAMED_KINDS}. */
export type NamedKind = (typeof NAMED_KINDS)[number];

/** The names of the objects of a kind. */
export interface ObjectNames {
  /** Names by namespace; the namespace is empty for cluster-scoped kinds. */
  readonly byNamespace: ReadonlyMap<string, ReadonlySet<string>>;
  /** The first namespace that contains a name. */
  readonly namespaceOf: ReadonlyMap<string, string>;
}

/** The whole input. */
export class World {
  readonly server: ServerRelease;
  readonly gathered: Gathered;
  /** The pools by key. A key has several pools if nodes use one name for separate pools. */
  readonly pools: ReadonlyMap<string, readonly WorldPool[]>;
  /** The devices of the newest generations. */
  readonly devices: readonly WorldDevice[];
  /** The work limits of all rules together. */
  readonly bounds = new WorkBounds();
  readonly expressions = new Expressions(this.bounds);
  /** The names and types of attributes and capacities of all slices. */
  readonly facts: Facts;
  readonly matcher: Matcher;
  readonly #missing = new Map<Expression, readonly Missing[]>();
  readonly #holders = new Map<string, Holding[]>();
  readonly #checkpoint: Checkpoint;
  #verdicts: PoolVerdicts | undefined;
  #pluginDevices: ReadonlyMap<WorldSlice, readonly OfferedTwice[]> | undefined;

  constructor(gathered: Gathered, server: ServerRelease, checkpoint: Checkpoint) {
    this.gathered = gathered;
    this.server = server;
    this.#checkpoint = checkpoint;
    this.pools = poolsOf(gathered.slices);
    this.devices = devicesOf(this.pools.values());
    this.facts = factsOf(gathered.slices, this.bounds, checkpoint);
    this.matcher = deviceMatcher(this.devices, gathered.classes, this.expressions, checkpoint);
    for (const holding of gathered.holdings) {
      entryIn(this.#holders, `${poolKey(holding.driver, holding.pool)}\0${holding.device}`, (): Holding[] => []).push(holding);
    }
  }

  /** True if the input has devices. */
  get hasDevices(): boolean {
    return this.devices.length > 0;
  }

  /** Returns whether the input has an object of a kind. */
  has(kind: NamedKind): boolean {
    return this.gathered.names.has(kind);
  }

  /** Returns the names of a kind's objects in a namespace. The namespace is empty for cluster-scoped kinds. */
  namesOf(kind: NamedKind, namespace = ''): ReadonlySet<string> {
    return this.gathered.names.get(kind)?.byNamespace.get(namespace) ?? NONE;
  }

  /** Returns a namespace that has an object of a kind and name; undefined if none exists. */
  namespaceOf(kind: NamedKind, name: string): string | undefined {
    return this.gathered.names.get(kind)?.namespaceOf.get(name);
  }

  /** The pools that nodes see as incomplete, or whose validity depends on the order of slices. */
  get verdicts(): PoolVerdicts {
    if (this.#verdicts === undefined) {
      const slices = [...this.pools.values()].filter(isInQuestion).flat();
      const input = {
        slices: slices.flatMap((pool) => [...pool.slices, ...pool.outdated]),
        nodes: this.gathered.nodes,
        server: this.server,
      };
      this.#verdicts = verdictsOn(input, this.#checkpoint);
    }
    return this.#verdicts;
  }

  /** The devices that a device plugin of their node also offers, by slice. */
  get pluginDevices(): ReadonlyMap<WorldSlice, readonly OfferedTwice[]> {
    const { nodes, classes } = this.gathered;
    this.#pluginDevices ??= pluginDevices({ nodes, classes, devices: this.devices, matcher: this.matcher }, this.#checkpoint);
    return this.#pluginDevices;
  }

  /** Returns the names in an expression that no device has. */
  missing(expression: Expression): readonly Missing[] {
    let missing = this.#missing.get(expression);
    if (missing === undefined) {
      missing = missingNames(expression, this.facts);
      if (this.#missing.size >= MOST_EXPRESSIONS) this.#missing.clear();
      this.#missing.set(expression, missing);
    }
    return missing;
  }

  /** Reserves the work of checking devices. Returns false if the limit is reached; the rule must then skip them. */
  mayCheck(devices: readonly WorldDevice[]): boolean {
    return this.bounds.spend('looks', devices.length);
  }

  /** Returns the claims to which a device is allocated. */
  holdersOf(driver: string, pool: string, device: string): readonly Holding[] {
    return this.#holders.get(`${poolKey(driver, pool)}\0${device}`) ?? [];
  }
}

/** Returns whether nodes may see a pool as incomplete. Most pools have as many slices as declared. */
function isInQuestion(pools: readonly WorldPool[]): boolean {
  return pools.length > 1 || pools.some((pool) => !isComplete(pool));
}

const NONE: ReadonlySet<string> = new Set();
