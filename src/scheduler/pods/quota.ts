// Charges claims to the ResourceQuotas of a snapshot as the API server does on creation, or rejects them with its message. Source:
// pkg/admission/plugin/resourcequota of k8s.io/apiserver v0.37.2, and the controller that counts usage, pkg/controller/resourcequota of
// Kubernetes 1.37.1.

import type { DeviceClass } from '../../core/api/device-class.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { ResourceQuota } from '../../core/api/resource-quota.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { filtering } from '../../core/base/lists-in-increments.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { ClaimMeter, type Usage } from './claim-usage.js';
import { ExtendedClaimPods, podUsage } from './pod-usage.js';

/** The objects that count in quotas. */
export interface CountedObjects {
  readonly resourceClaims: readonly ResourceClaim[];
  readonly pods: readonly Pod[];
}

interface QuotaInput extends CountedObjects {
  readonly resourceQuotas: readonly ResourceQuota[];
  readonly deviceClasses: readonly DeviceClass[];
  /** Returns the objects that the status of a quota counts. Default: the objects of the input. */
  readonly countedBy?: (quota: ResourceQuota) => CountedObjects;
}

/** Objects by namespace, and their usage. */
class Counting {
  readonly #meter: ClaimMeter;
  readonly #claims: ReadonlyMap<string, readonly ResourceClaim[]>;
  readonly #pods: ReadonlyMap<string, readonly Pod[]>;
  readonly #extendedClaimPods: ExtendedClaimPods;

  private constructor(
    meter: ClaimMeter,
    claims: ReadonlyMap<string, readonly ResourceClaim[]>,
    pods: ReadonlyMap<string, readonly Pod[]>,
    extendedClaimPods: ExtendedClaimPods,
  ) {
    this.#meter = meter;
    this.#claims = claims;
    this.#pods = pods;
    this.#extendedClaimPods = extendedClaimPods;
  }

  static *of({ resourceClaims, pods }: CountedObjects, meter: ClaimMeter, checkpoint: Checkpoint): Incremental<Counting> {
    const claimsByNamespace = yield* byNamespace(resourceClaims, checkpoint);
    const podsByNamespace = yield* byNamespace(pods, checkpoint);
    const extendedClaimPods = yield* ExtendedClaimPods.of(pods, resourceClaims, checkpoint);
    return new Counting(meter, claimsByNamespace, podsByNamespace, extendedClaimPods);
  }

  usageOf(claim: ResourceClaim): Usage {
    return this.#meter.usageOf(claim, this.#extendedClaimPods.usageBehind(claim));
  }

  /** Returns the usage of a whole namespace. */
  *sumIn(namespace: string, checkpoint: Checkpoint): Incremental<Usage> {
    const sum = new Map<string, Quantity>();
    for (const claim of this.#claims.get(namespace) ?? []) {
      addAll(sum, this.usageOf(claim));
      if (checkpoint.due()) yield;
    }
    for (const pod of this.#pods.get(namespace) ?? []) {
      addAll(sum, yield* podUsage(pod, checkpoint));
      if (checkpoint.due()) yield;
    }
    return sum;
  }
}

/** The quotas of a cluster, and the objects that they count. */
interface QuotaParts {
  readonly quotas: ReadonlyMap<string, readonly ResourceQuota[]>;
  readonly now: Counting;
  /** The objects that the status of each quota counts. */
  readonly written: ReadonlyMap<ResourceQuota, Counting>;
}

const ZERO = Quantity.fromInt64(0n, 'DecimalSI');

/**
 * The accounts of all namespaces. Limits come from `spec`, which the quota controller copies into the status for the API
 * server. Usage is the status, minus counted objects that are gone, plus objects added since. If two quotas reject a claim,
 * upstream names a random one. This class names the quota with less room.
 */
export class QuotaLedger {
  readonly #parts: QuotaParts;
  readonly #accounts: Map<string, Account>;

  private constructor(parts: QuotaParts, accounts: Map<string, Account>) {
    this.#parts = parts;
    this.#accounts = accounts;
  }

  /** `extendedResources`: the gate DRAExtendedResource is on. */
  static *of(input: QuotaInput, extendedResources: boolean, checkpoint: Checkpoint = UNLIMITED): Incremental<QuotaLedger> {
    const { resourceQuotas, deviceClasses, countedBy } = input;
    const meter = yield* ClaimMeter.of(deviceClasses, extendedResources, checkpoint);
    const concerning = yield* filtering(resourceQuotas, (quota) => concernsClaims(quota, meter), checkpoint);
    const now = yield* Counting.of(input, meter, checkpoint);
    const countings = new Map<CountedObjects | undefined, Counting>([[undefined, now]]);
    const written = new Map<ResourceQuota, Counting>();
    for (const quota of concerning) {
      const counted = countedBy?.(quota);
      const counting = countings.get(counted) ?? (yield* Counting.of(counted as CountedObjects, meter, checkpoint));
      countings.set(counted, counting);
      written.set(quota, counting);
      if (checkpoint.due()) yield;
    }
    return new QuotaLedger({ now, written, quotas: yield* byNamespace(concerning, checkpoint) }, new Map());
  }

  /** Returns a copy of the ledger with independent charges. */
  fork(): QuotaLedger {
    return new QuotaLedger(this.#parts, new Map([...this.#accounts].map(([namespace, account]) => [namespace, account.fork()])));
  }

  /** Like `fork`, but first opens the account of a namespace here, so that it is counted once for all forks. */
  forkWith(namespace: string): QuotaLedger {
    inOneGo(this.open(namespace, UNLIMITED));
    return this.fork();
  }

  /** Counts the objects in a namespace. Without `open`, the first charge counts a namespace in one go. */
  *open(namespace: string, checkpoint: Checkpoint): Incremental<void> {
    const quotas = this.#parts.quotas.get(namespace);
    if (quotas === undefined || this.#accounts.has(namespace)) return;
    const account = yield* this.#accountOf(namespace, quotas, checkpoint);
    // Claims may have been charged in the meantime.
    if (!this.#accounts.has(namespace)) this.#accounts.set(namespace, account);
  }

  /** Charges a claim that is to be created. If a quota forbids it, charges no quota and returns the message of the API server. */
  charge(claim: ResourceClaim): string | undefined {
    const { namespace, name } = claim.metadata;
    const quotas = this.#parts.quotas.get(namespace);
    if (quotas === undefined) return undefined;
    const account = entryIn(this.#accounts, namespace, () => inOneGo(this.#accountOf(namespace, quotas, UNLIMITED)));
    const excess = account.charge(this.#parts.now.usageOf(claim));
    return excess === undefined ? undefined : `resourceclaims.resource.k8s.io "${name}" is forbidden: ${excess}`;
  }

  /** Returns the message with which a quota rejects claims that replace charged ones; undefined if all can be created. */
  rejectionInstead(charged: readonly ResourceClaim[], claims: readonly ResourceClaim[]): string | undefined {
    const ledger = this.fork();
    for (const claim of charged) ledger.#accounts.get(claim.metadata.namespace)?.credit(this.#parts.now.usageOf(claim));
    for (const claim of claims) {
      const rejection = ledger.charge(claim);
      if (rejection !== undefined) return rejection;
    }
    return undefined;
  }

  *#accountOf(namespace: string, quotas: readonly ResourceQuota[], checkpoint: Checkpoint): Incremental<Account> {
    const { now, written } = this.#parts;
    const present = yield* now.sumIn(namespace, checkpoint);
    const sums = new Map([[now, present]]);
    const account = new Account();
    for (const quota of quotas) {
      const counting = written.get(quota) ?? now;
      const sum = sums.get(counting) ?? (yield* counting.sumIn(namespace, checkpoint));
      sums.set(counting, sum);
      account.limit({ quota, present, written: sum });
      if (checkpoint.due()) yield;
    }
    return account;
  }
}

/** Returns whether a quota limits claims. Scopes select pods, so a quota with scopes never limits claims. */
function concernsClaims({ spec }: ResourceQuota, meter: ClaimMeter): boolean {
  if (spec.scopes.length > 0 || spec.scopeSelector.matchExpressions.length > 0) return false;
  return [...spec.hard.keys()].some((name) => meter.limitsClaims(name));
}

/** A quota with the usage in its namespace. */
interface CountedQuota {
  readonly quota: ResourceQuota;
  /** The usage of the objects that exist now. */
  readonly present: Usage;
  /** The usage of the objects that the status already counts. */
  readonly written: Usage;
}

/** The limit for one name in one quota. */
interface Limit {
  readonly of: CountedQuota;
  readonly name: string;
  readonly hard: Quantity;
  /** The usage before the first charge. */
  readonly used: Quantity;
}

/**
 * The balance of one namespace. A charge applies to every quota equally, so the tightest limit for a name is the first to reject. Checking it
 * alone keeps the cost of a claim independent of the number of quotas.
 */
class Account {
  readonly #tightest = new Map<string, Limit>();
  readonly #charged = new Map<string, Quantity>();

  /** Adds the limits of a quota. */
  limit(counted: CountedQuota): void {
    for (const name of counted.quota.spec.hard.keys()) this.#tighten(limitOf(counted, name));
  }

  /** Returns a copy with the same limits and charges, and independent later charges. */
  fork(): Account {
    const other = new Account();
    for (const [name, limit] of this.#tightest) other.#tightest.set(name, limit);
    addAll(other.#charged, this.#charged);
    return other;
  }

  /** Charges the usage of a claim, or returns the limits of one quota that it exceeds. */
  charge(usage: Usage): string | undefined {
    const requested = new Map([...usage].filter(([, quantity]) => quantity.sign() !== 0));
    for (const name of requested.keys()) {
      const limit = this.#tightest.get(name);
      if (this.#isExceeded(limit, requested)) return this.#describe(limit.of, requested);
    }
    addAll(this.#charged, requested);
    return undefined;
  }

  /** Reverses the charge of a claim. */
  credit(usage: Usage): void {
    addAll(this.#charged, new Map(Array.from(usage, ([name, quantity]) => [name, ZERO.sub(quantity)])));
  }

  #tighten(limit: Limit | undefined): void {
    if (limit === undefined) return;
    const tightest = this.#tightest.get(limit.name);
    if (tightest === undefined || roomOf(limit).compare(roomOf(tightest)) < 0) this.#tightest.set(limit.name, limit);
  }

  #usedNow({ name, used }: Limit): Quantity {
    const charged = this.#charged.get(name);
    return charged === undefined ? used : used.add(charged);
  }

  #isExceeded(limit: Limit | undefined, requested: Usage): limit is Limit {
    if (limit === undefined) return false;
    const after = this.#usedNow(limit).add(requested.get(limit.name) ?? ZERO);
    return after.compare(limit.hard) > 0;
  }

  #describe(counted: CountedQuota, requested: Usage): string {
    const names = [...requested.keys()].sort(compareBytes);
    const exceeded = names.map((name) => limitOf(counted, name)).filter((limit) => this.#isExceeded(limit, requested));
    const list = (amount: (limit: Limit) => Quantity | undefined): string =>
      exceeded.map((limit) => `${limit.name}=${amount(limit)}`).join(',');
    const demand = list(({ name }) => requested.get(name));
    const used = list((limit) => this.#usedNow(limit));
    return `exceeded quota: ${counted.quota.metadata.name}, requested: ${demand}, used: ${used}, limited: ${list(({ hard }) => hard)}`;
  }
}

/** Returns the limit of a quota for a name; undefined if it has none. */
function limitOf(of: CountedQuota, name: string): Limit | undefined {
  const { quota, present, written } = of;
  const hard = quota.spec.hard.get(name);
  if (hard === undefined) return undefined;
  const counted = present.get(name) ?? ZERO;
  const used = quota.status.used.get(name)?.add(counted.sub(written.get(name) ?? ZERO));
  // A stale status can count fewer objects than were deleted.
  return { of, name, hard, used: used === undefined ? counted : used.sign() < 0 ? ZERO : used };
}

function roomOf({ hard, used }: Limit): Quantity {
  return hard.sub(used);
}

function* byNamespace<T extends { readonly metadata: { readonly namespace: string } }>(
  objects: readonly T[],
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, T[]>> {
  const groups = new Map<string, T[]>();
  for (const object of objects) {
    entryIn(groups, object.metadata.namespace, (): T[] => []).push(object);
    if (checkpoint.due()) yield;
  }
  return groups;
}

function addAll(sum: Map<string, Quantity>, usage: Usage): void {
  for (const [name, quantity] of usage) sum.set(name, sum.get(name)?.add(quantity) ?? quantity);
}
