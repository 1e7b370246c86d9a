// The ResourceQuotas of a snapshot limit its claims: each new claim is charged as the API server does it when it is created, or refused
// with its words. Source: pkg/admission/plugin/resourcequota of k8s.io/apiserver v0.37.2, and the controller that counts what is used,
// pkg/controller/resourcequota of Kubernetes 1.37.1.

import type { DeviceClass } from '../api/device-class.js';
import type { Pod } from '../api/pod.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import type { ResourceQuota } from '../api/resource-quota.js';
import { compareBytes } from '../base/byte-order.js';
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

const ZERO = Quantity.fromInt64(0n, 'DecimalSI');

/**
 * The accounts of all namespaces. Limits are those of `spec`, which the quota controller copies into the status for the API server. Which
 * of two quotas that refuse a claim is named is random upstream; here it is the one that leaves less.
 */
export class QuotaLedger {
  readonly #meter: ClaimMeter;
  readonly #quotas: ReadonlyMap<string, readonly ResourceQuota[]>;
  readonly #claims: ReadonlyMap<string, readonly ResourceClaim[]>;
  readonly #pods: ReadonlyMap<string, readonly Pod[]>;
  readonly #extendedClaimPods: ExtendedClaimPods;
  readonly #accounts = new Map<string, Account>();

  /** `extendedResources` tells whether the gate DRAExtendedResource is on. */
  constructor({ resourceQuotas, resourceClaims, pods, deviceClasses }: QuotaInput, extendedResources: boolean) {
    this.#meter = new ClaimMeter(deviceClasses, extendedResources);
    this.#quotas = byNamespace(resourceQuotas.filter((quota) => this.#concernsClaims(quota)));
    this.#claims = byNamespace(resourceClaims);
    this.#pods = byNamespace(pods);
    this.#extendedClaimPods = new ExtendedClaimPods(pods, resourceClaims);
  }

  /** Charges a claim that is to be created. If a quota forbids it, nothing is charged, and the words of the API server come back. */
  charge(claim: ResourceClaim): string | undefined {
    const { namespace, name } = claim.metadata;
    const quotas = this.#quotas.get(namespace);
    if (quotas === undefined) return undefined;
    const account = entryIn(this.#accounts, namespace, () => new Account(quotas, () => this.#countIn(namespace)));
    const excess = account.charge(this.#usageOf(claim));
    return excess === undefined ? undefined : `resourceclaims.resource.k8s.io "${name}" is forbidden: ${excess}`;
  }

  /** A scope is about pods: no claim is ever within one. */
  #concernsClaims({ spec }: ResourceQuota): boolean {
    if (spec.scopes.length > 0 || spec.scopeSelector.matchExpressions.length > 0) return false;
    return [...spec.hard.keys()].some((name) => this.#meter.limitsClaims(name));
  }

  #usageOf(claim: ResourceClaim): Usage {
    return this.#meter.usageOf(claim, this.#extendedClaimPods.usageBehind(claim));
  }

  #countIn(namespace: string): Usage {
    const sum = new Map<string, Quantity>();
    for (const claim of this.#claims.get(namespace) ?? []) addAll(sum, this.#usageOf(claim));
    for (const pod of this.#pods.get(namespace) ?? []) addAll(sum, podUsage(pod));
    return sum;
  }
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
  readonly #tightest = new Map<string, Limit>();
  readonly #charged = new Map<string, Quantity>();
  readonly #count: () => Usage;
  #counted: Usage | undefined;

  /** `count` adds up what is there, for names whose use no quota controller has written down. */
  constructor(quotas: readonly ResourceQuota[], count: () => Usage) {
    this.#count = count;
    for (const quota of quotas) for (const name of quota.spec.hard.keys()) this.#tighten(this.#limitOf(quota, name));
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
    this.#counted ??= this.#count();
    return this.#counted.get(name) ?? ZERO;
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

function byNamespace<T extends { readonly metadata: { readonly namespace: string } }>(objects: readonly T[]): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const object of objects) entryIn(groups, object.metadata.namespace, (): T[] => []).push(object);
  return groups;
}

function addAll(sum: Map<string, Quantity>, usage: Usage): void {
  for (const [name, quantity] of usage) sum.set(name, sum.get(name)?.add(quantity) ?? quantity);
}
