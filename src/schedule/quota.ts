// The ResourceQuotas of a snapshot limit its claims: each new claim is charged as the API server does it when it is created, or refused
// with its words. Source: pkg/admission/plugin/resourcequota of k8s.io/apiserver v0.37.2, and the controller that counts what is used,
// pkg/controller/resourcequota of Kubernetes 1.37.1.

import type { DeviceClass } from '../api/device-class.js';
import type { Pod } from '../api/pod.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import type { ResourceQuota } from '../api/resource-quota.js';
import { compareBytes } from '../base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../base/checkpoint.js';
import { entryIn } from '../base/entry-in.js';
import { Quantity } from '../quantity/quantity.js';
import { ClaimMeter, type Usage } from './claim-usage.js';
import { ExtendedClaimPods, podUsage } from './pod-usage.js';

interface QuotaInput {
  readonly resourceQuotas: readonly ResourceQuota[];
  readonly resourceClaims: readonly ResourceClaim[];
  readonly pods: readonly Pod[];
  readonly deviceClasses: readonly DeviceClass[];
}

/** The objects by namespace, and how they are counted. */
interface QuotaParts {
  readonly meter: ClaimMeter;
  readonly quotas: ReadonlyMap<string, readonly ResourceQuota[]>;
  readonly claims: ReadonlyMap<string, readonly ResourceClaim[]>;
  readonly pods: ReadonlyMap<string, readonly Pod[]>;
  readonly extendedClaimPods: ExtendedClaimPods;
}

const ZERO = Quantity.fromInt64(0n, 'DecimalSI');

/**
 * The accounts of all namespaces. Limits are those of `spec`, which the quota controller copies into the status for the API server. Which
 * of two quotas that refuse a claim is named is random upstream; here it is the one that leaves less.
 */
export class QuotaLedger {
  readonly #parts: QuotaParts;
  readonly #accounts: Map<string, Account>;

  private constructor(parts: QuotaParts, accounts: Map<string, Account>) {
    this.#parts = parts;
    this.#accounts = accounts;
  }

  /** `extendedResources` tells whether the gate DRAExtendedResource is on. */
  static of(input: QuotaInput, extendedResources: boolean, checkpoint: Checkpoint = UNLIMITED): QuotaLedger {
    const { resourceQuotas, resourceClaims, pods, deviceClasses } = input;
    const meter = checkpoint.keep(() => new ClaimMeter(deviceClasses, extendedResources, checkpoint));
    const concerning = checkpoint.filter(resourceQuotas, (quota) => concernsClaims(quota, meter));
    const parts = {
      meter,
      quotas: byNamespace(concerning, checkpoint),
      claims: byNamespace(resourceClaims, checkpoint),
      pods: byNamespace(pods, checkpoint),
      extendedClaimPods: checkpoint.keep(() => new ExtendedClaimPods(pods, resourceClaims, checkpoint)),
    };
    return checkpoint.keep(() => new QuotaLedger(parts, new Map()));
  }

  /** A ledger with the balances of this one, whose charges are its own. */
  fork(): QuotaLedger {
    return new QuotaLedger(this.#parts, new Map([...this.#accounts].map(([namespace, account]) => [namespace, account.fork()])));
  }

  /** Counts what is there in a namespace. What nobody opens is counted in one go by the first charge. */
  open(namespace: string, checkpoint: Checkpoint): void {
    const quotas = this.#parts.quotas.get(namespace);
    if (quotas === undefined || checkpoint.keep(() => this.#accounts.has(namespace))) return;
    const isWrittenDown = checkpoint.every(quotas, ({ spec, status }) => [...spec.hard.keys()].every((name) => status.used.has(name)));
    const counted = isWrittenDown ? new Map<string, Quantity>() : this.#countIn(namespace, checkpoint);
    const account = checkpoint.keep(() => new Account(quotas, () => counted, checkpoint));
    checkpoint.keep(() => this.#accounts.set(namespace, account));
  }

  /** Charges a claim that is to be created. If a quota forbids it, nothing is charged, and the words of the API server come back. */
  charge(claim: ResourceClaim): string | undefined {
    const { namespace, name } = claim.metadata;
    const quotas = this.#parts.quotas.get(namespace);
    if (quotas === undefined) return undefined;
    const account = entryIn(this.#accounts, namespace, () => new Account(quotas, () => this.#countIn(namespace, UNLIMITED), UNLIMITED));
    const excess = account.charge(this.#usageOf(claim));
    return excess === undefined ? undefined : `resourceclaims.resource.k8s.io "${name}" is forbidden: ${excess}`;
  }

  #usageOf(claim: ResourceClaim): Usage {
    return this.#parts.meter.usageOf(claim, this.#parts.extendedClaimPods.usageBehind(claim));
  }

  #countIn(namespace: string, checkpoint: Checkpoint): Usage {
    const { claims, pods } = this.#parts;
    const sum = checkpoint.keep(() => new Map<string, Quantity>());
    checkpoint.forEach(claims.get(namespace) ?? [], (claim) => addAll(sum, this.#usageOf(claim)));
    checkpoint.forEach(pods.get(namespace) ?? [], (pod) => {
      const usage = podUsage(pod, checkpoint);
      addAll(sum, usage);
    });
    return sum;
  }
}

/** A scope is about pods: no claim is ever within one. */
function concernsClaims({ spec }: ResourceQuota, meter: ClaimMeter): boolean {
  if (spec.scopes.length > 0 || spec.scopeSelector.matchExpressions.length > 0) return false;
  return [...spec.hard.keys()].some((name) => meter.limitsClaims(name));
}

/** One name in one quota. */
interface Limit {
  readonly quota: ResourceQuota;
  readonly name: string;
  readonly hard: Quantity;
  /** Before the first charge. */
  readonly used: Quantity;
}

/**
 * The balance of one namespace. A charge goes to every quota alike, so of all limits for a name the tightest is the first to refuse, and
 * looking at it alone keeps the cost of a claim from growing with the number of quotas.
 */
class Account {
  readonly #tightest: Map<string, Limit>;
  readonly #charged = new Map<string, Quantity>();
  readonly #count: () => Usage;
  #counted: Usage | undefined;

  /** `count` adds up what is there, for names whose use no quota controller has written down. In slices the one that was made has to be kept. */
  constructor(quotas: readonly ResourceQuota[], count: () => Usage, checkpoint: Checkpoint) {
    this.#count = count;
    this.#tightest = checkpoint.keep(() => new Map<string, Limit>());
    checkpoint.forEach(quotas, (quota) => {
      for (const name of quota.spec.hard.keys()) this.#tighten(this.#limitOf(quota, name));
    });
  }

  /** An account with the same limits and charges, whose later charges are its own. */
  fork(): Account {
    const other = new Account([], () => this.#countedNow(), UNLIMITED);
    for (const [name, limit] of this.#tightest) other.#tightest.set(name, limit);
    addAll(other.#charged, this.#charged);
    return other;
  }

  /** Charges what a claim counts, or tells which limits of one quota it exceeds. */
  charge(usage: Usage): string | undefined {
    const requested = new Map([...usage].filter(([, quantity]) => quantity.sign() !== 0));
    for (const name of requested.keys()) {
      const limit = this.#tightest.get(name);
      if (this.#isExceeded(limit, requested)) return this.#describe(limit.quota, requested);
    }
    addAll(this.#charged, requested);
    return undefined;
  }

  #limitOf(quota: ResourceQuota, name: string): Limit | undefined {
    const hard = quota.spec.hard.get(name);
    return hard === undefined ? undefined : { quota, name, hard, used: quota.status.used.get(name) ?? this.#countedOf(name) };
  }

  #tighten(limit: Limit | undefined): void {
    if (limit === undefined) return;
    const known = this.#tightest.get(limit.name);
    if (known === undefined || roomOf(limit).compare(roomOf(known)) < 0) this.#tightest.set(limit.name, limit);
  }

  #countedOf(name: string): Quantity {
    return this.#countedNow().get(name) ?? ZERO;
  }

  #countedNow(): Usage {
    this.#counted ??= this.#count();
    return this.#counted;
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

  #describe(quota: ResourceQuota, requested: Usage): string {
    const names = [...requested.keys()].sort(compareBytes);
    const exceeded = names.map((name) => this.#limitOf(quota, name)).filter((limit) => this.#isExceeded(limit, requested));
    const list = (amount: (limit: Limit) => Quantity | undefined): string =>
      exceeded.map((limit) => `${limit.name}=${amount(limit)}`).join(',');
    const wanted = list(({ name }) => requested.get(name));
    const used = list((limit) => this.#usedNow(limit));
    return `exceeded quota: ${quota.metadata.name}, requested: ${wanted}, used: ${used}, limited: ${list(({ hard }) => hard)}`;
  }
}

function roomOf({ hard, used }: Limit): Quantity {
  return hard.sub(used);
}

function byNamespace<T extends { readonly metadata: { readonly namespace: string } }>(
  objects: readonly T[],
  checkpoint: Checkpoint,
): ReadonlyMap<string, T[]> {
  const groups = checkpoint.keep(() => new Map<string, T[]>());
  checkpoint.forEach(objects, (object) => entryIn(groups, object.metadata.namespace, (): T[] => []).push(object));
  return groups;
}

function addAll(sum: Map<string, Quantity>, usage: Usage): void {
  for (const [name, quantity] of usage) sum.set(name, sum.get(name)?.add(quantity) ?? quantity);
}
