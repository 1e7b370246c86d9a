// The whole input, made once for the rules that check more than one object. What the input does not have nobody knows: rules say something only where
// it has the slices, classes or claims that they need.

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

/** The parts that are gathered object by object. */
export interface Gathered {
  readonly slices: readonly WorldSlice[];
  readonly classes: ReadonlyMap<string, WorldClass>;
  /** Claims and templates by namespace and name. */
  readonly claims: ReadonlyMap<string, ClaimShape>;
  readonly templates: ReadonlyMap<string, ClaimShape>;
  readonly holdings: readonly Holding[];
  readonly taintRules: readonly TaintRule[];
  /** The templates of which a pod uses a claim in several containers, by namespace and name. */
  readonly sharedTemplates: ReadonlySet<string>;
  /** Node objects by name. */
  readonly nodes: ReadonlyMap<string, Json>;
  /** The names of objects by kind, also of those that could not be decoded. */
  readonly names: ReadonlyMap<NamedKind, KnownNames>;
}

/** The kinds of which rules ask which objects there are. */
export const NAMED_KINDS = ['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'Node'] as const;

/** One of {@link NAMED_KINDS}. */
export type NamedKind = (typeof NAMED_KINDS)[number];

/** The names of the objects of a kind. */
export interface KnownNames {
  /** Names by namespace, which is empty for kinds of the cluster. */
  readonly byNamespace: ReadonlyMap<string, ReadonlySet<string>>;
  /** The first namespace in which a name is. */
  readonly namespaceOf: ReadonlyMap<string, string>;
}

/** The whole input. */
export class World {
  readonly server: ServerRelease;
  readonly gathered: Gathered;
  /** The pools by their keys: several where nodes use one name for pools of their own. */
  readonly pools: ReadonlyMap<string, readonly WorldPool[]>;
  /** The devices that count: those of the newest generations. */
  readonly devices: readonly WorldDevice[];
  /** The work of all rules. */
  readonly bounds = new WorkBounds();
  readonly expressions = new Expressions(this.bounds);
  /** The names and types of attributes and capacities, of all slices. */
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

  /** True where the input has devices. */
  get hasDevices(): boolean {
    return this.devices.length > 0;
  }

  /** True where the input has an object of a kind. */
  has(kind: NamedKind): boolean {
    return this.gathered.names.has(kind);
  }

  /** The names of the objects of a kind in a namespace, which is empty for kinds of the cluster. */
  namesOf(kind: NamedKind, namespace = ''): ReadonlySet<string> {
    return this.gathered.names.get(kind)?.byNamespace.get(namespace) ?? NONE;
  }

  /** A namespace that has an object of a kind and name. */
  namespaceOf(kind: NamedKind, name: string): string | undefined {
    return this.gathered.names.get(kind)?.namespaceOf.get(name);
  }

  /** The pools that nodes find incomplete, or judge by the order of slices. */
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

  /** The devices that a device plugin of their node offers, too, by slices. */
  get pluginDevices(): ReadonlyMap<WorldSlice, readonly OfferedTwice[]> {
    const { nodes, classes } = this.gathered;
    this.#pluginDevices ??= pluginDevices({ nodes, classes, devices: this.devices, matcher: this.matcher }, this.#checkpoint);
    return this.#pluginDevices;
  }

  /** The names in an expression that no device has. */
  missing(expression: Expression): readonly Missing[] {
    let missing = this.#missing.get(expression);
    if (missing === undefined) {
      missing = missingNames(expression, this.facts);
      if (this.#missing.size >= MOST_EXPRESSIONS) this.#missing.clear();
      this.#missing.set(expression, missing);
    }
    return missing;
  }

  /** Announces that a rule checks devices. False: the bound is reached, and the rule has to do without. */
  mayLookAt(devices: readonly WorldDevice[]): boolean {
    return this.bounds.spend('looks', devices.length);
  }

  /** The claims that have a device. */
  holdersOf(driver: string, pool: string, device: string): readonly Holding[] {
    return this.#holders.get(`${poolKey(driver, pool)}\0${device}`) ?? [];
  }
}

/** Returns whether a pool may be incomplete for some node: most have the slices that each of them says. */
function isInQuestion(pools: readonly WorldPool[]): boolean {
  return pools.length > 1 || pools.some((pool) => !isComplete(pool));
}

const NONE: ReadonlySet<string> = new Set();
