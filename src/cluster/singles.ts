// Results of nodes that are searched by themselves after a pass are put among the answers of the query, so that a node is searched once.

import type { ObjectMeta } from '../api/meta.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { UNLIMITED } from '../base/checkpoint.js';
import { AllocationError, type AllocationErrorCode } from '../base/errors.js';
import { lengthPrefixed } from '../base/key-text.js';
import { LargeMap, numberOfText } from '../base/large-map.js';
import { irrelevant, listed, signature } from '../base/signature.js';
import type { Outcome } from '../evaluate/outcome.js';
import type { Fingerprint } from '../evaluate/resident/nodes/equivalent-nodes.js';
import { type SearchResult, withResults } from '../evaluate/resident/query/answers.js';
import { STATUS_FOUND } from '../kernel/layout.js';
import { ANSWER_MOST_STEPS } from '../kernel/pass-layout.js';
import type { Single } from './filter.js';
import { type FilterResult, firstInterruption, type Interruption, interruptionOf, resultOf } from './filter-result.js';
import { orError } from './one-node.js';
import { type Answer, type Asked, outcomeOf, type Pass, PassFindings } from './resident-filter.js';
import type { RestOfNodes } from './rest-of-nodes.js';

/** Errors that do not come from the cluster: bad share IDs, no memory now, and defects. */
const PASSING: ReadonlySet<string> = new Set<AllocationErrorCode>(['invalid-input', 'input-too-large', 'internal']);

/** Nodes whose answers are kept at a time. */
const LEARNED_TOGETHER = 64;

const NOT_SAID = irrelevant('errors name a claim by namespace and name');

const nameText = signature<ObjectMeta>({
  name: lengthPrefixed,
  generateName: NOT_SAID,
  namespace: lengthPrefixed,
  uid: NOT_SAID,
  labels: NOT_SAID,
  creationTimestamp: NOT_SAID,
  deletionTimestamp: NOT_SAID,
  ownerReferences: NOT_SAID,
  source: NOT_SAID,
});

/** Tells claims by all that errors say of those that came upon them. */
export function askerOf(claims: readonly ResourceClaim[]): string {
  return listed(claims, ({ metadata }) => nameText(metadata));
}

/**
 * Gives the result of the search of a node for a query to record, and keeps it for equivalent nodes; undefined: there is none, also where the query keeps
 * the error. Requires: the cluster is as it was when the search began.
 */
export function resultToRecord(asked: Asked, name: string, single: Single, fingerprint: Fingerprint | undefined): SearchResult | undefined {
  const { query, resident, claims } = asked;
  const ordinal = resident.ordinalOf(name);
  if (single instanceof AllocationError) {
    if (!PASSING.has(single.code)) query.recordError(ordinal, askerOf(claims), single);
    return undefined;
  }
  const { outcome, picked } = single;
  if (outcome.kind === 'interrupted' || outcome.steps >= ANSWER_MOST_STEPS) return undefined;
  const slots = picked.map(({ slot }) => slot);
  const picks = { slots, devices: picked.map(({ device }) => resident.devices.numberOf(device)) };
  const learned: SearchResult = { ordinal, steps: outcome.steps, picks: outcome.kind === 'allocated' ? picks : undefined };
  if (fingerprint !== undefined) query.alike?.keep(fingerprint, learned);
  return learned;
}

/** Tells which parts of the cluster are as they were at a pass. */
export interface Standing {
  /** Tells whether all of it is. */
  isAsOf(): boolean;
  /** Tells whether a node is as it was, to the query of the pass. */
  isUnchanged(name: string): boolean;
}

/** The result of a search with the name of its node. */
interface NamedResult {
  readonly name: string;
  readonly learned: SearchResult;
}

/** Completes a pass with nodes that are searched by themselves. */
export class Singles {
  readonly #pass: Pass;
  readonly #standing: Standing;
  readonly #outcomes = new LargeMap<string, Outcome>(numberOfText);
  readonly #errors = new Map<string, AllocationError>();
  /** Results of nodes that were not searched, since equivalent ones were. */
  readonly #alike: NamedResult[] = [];
  #unlearned: NamedResult[] = [];
  #count = 0;
  #learned = 0;
  #interruption: Interruption | undefined;

  constructor(pass: Pass, standing: Standing) {
    this.#pass = pass;
    this.#standing = standing;
  }

  /** Takes the result of a node that was searched, with its fingerprint. Called in the order of nodes. */
  add(name: string, single: Single, fingerprint: Fingerprint | undefined): void {
    if (single instanceof AllocationError) this.#errors.set(name, single);
    else this.#take(name, single.outcome);
    this.#count++;
    // Other calls, also those that make share IDs, may have changed the cluster meanwhile.
    const learned = this.#standing.isUnchanged(name) ? resultToRecord(this.#pass.asked, name, single, fingerprint) : undefined;
    if (learned !== undefined) this.#learnLater({ name, learned });
  }

  /** Takes the result of a node from one that is equivalent to it. */
  addAlike(name: string, learned: SearchResult): void {
    this.#count++;
    const result: NamedResult = { name, learned };
    this.#alike.push(result);
    this.#learnLater(result);
  }

  #learnLater(result: NamedResult): void {
    if (this.#unlearned.push(result) === LEARNED_TOGETHER) this.#learn();
  }

  #learn(): void {
    const unchanged = this.#unlearned.filter(({ name }) => this.#standing.isUnchanged(name));
    this.#pass.asked.query.record(unchanged.map(({ learned }) => learned));
    this.#learned += unchanged.length;
    this.#unlearned = [];
  }

  #take(name: string, outcome: Outcome): void {
    this.#outcomes.set(name, outcome);
    const interruption = interruptionOf(outcome);
    if (interruption !== undefined) this.#interruption = firstInterruption(this.#interruption, interruption);
  }

  /** `rest`: nodes that nobody searches any more. */
  result(rest?: RestOfNodes): FilterResult {
    if (this.#count === 0 && rest === undefined) return resultOf(new PassFindings(this.#pass));
    this.#learn();
    const isAsOf = this.#standing.isAsOf();
    // The answers that the query recorded may be of another time.
    const answered = isAsOf ? [] : this.#putInWords();
    const answers = isAsOf ? this.#pass.asked.query.answers() : withResults(this.#pass.answers, answered);
    const others = this.#count + (rest?.size ?? 0) - (isAsOf ? this.#learned : answered.length);
    const [known, errors] = [this.#outcomes, this.#errors];
    const outcomes: Pass['outcomes'] = rest === undefined ? known : { get: (name) => known.get(name) ?? rest.outcome(name) };
    const interruption = rest === undefined ? this.#interruption : firstInterruption(this.#interruption, { by: rest.by });
    return resultOf(new PassFindings({ ...this.#pass, answers, outcomes, errors, others, interruption }));
  }

  /** Puts results of nodes that have an equivalent one in words where share IDs are made for it, any of which may be an error. Gives the others. */
  #putInWords(): readonly SearchResult[] {
    const { asked, limits, decoding } = this.#pass;
    const { devices } = asked.resident;
    const others: SearchResult[] = [];
    for (const { name, learned } of this.#alike) {
      const { picks, steps } = learned;
      if (picks?.devices.some((device) => devices.device(device).device.allowMultipleAllocations === true) !== true) {
        others.push(learned);
        continue;
      }
      const picked: Answer['picked'] = (table) => {
        return picks.devices.map((device, pick) => ({ slot: picks.slots[pick] as number, device: table.device(device) }));
      };
      const single = orError(() => ({
        outcome: outcomeOf(asked, { status: STATUS_FOUND, steps, picked }, name, limits, decoding, UNLIMITED),
        picked: [],
      }));
      if (single instanceof AllocationError) this.#errors.set(name, single);
      else this.#take(name, single.outcome);
    }
    return others;
  }
}
