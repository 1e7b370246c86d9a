// Merges the results of nodes that the host searches after a pass into the answers of the query, so that each node is searched once.

import type { ObjectMeta } from '../../../core/api/meta.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { AllocationError, type AllocationErrorCode } from '../../../core/base/errors.js';
import { inOneGo } from '../../../core/base/incremental.js';
import { lengthPrefixed } from '../../../core/base/key-text.js';
import { LargeMap, numberOfText } from '../../../core/base/large-map.js';
import { irrelevant, listed, signature } from '../../../core/base/signature.js';
import { STATUS_FOUND } from '../../kernel/layout.js';
import { ANSWER_MOST_STEPS } from '../../kernel/pass-layout.js';
import { type Findings, firstInterruption, type Interruption, interruptionOf } from '../findings.js';
import { type NodeResult, resultOrError } from '../node-result.js';
import type { Outcome } from '../outcome.js';
import type { RestOfNodes } from '../rest-of-nodes.js';
import type { Fingerprint } from './nodes/equivalent-nodes.js';
import { type Answer, type BoundQuery, outcomeOf, type Pass, PassFindings } from './pass-findings.js';
import { type SearchResult, withResults } from './query/answers.js';

/** Errors that do not depend on the cluster: invalid share IDs, too little memory, problems that are too large, and bugs. */
const PASSING: ReadonlySet<string> = new Set<AllocationErrorCode>(['invalid-input', 'input-too-large', 'out-of-memory', 'internal']);

/** The number of nodes whose results are recorded at once. */
const RECORDED_TOGETHER = 64;

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
  version: NOT_SAID,
});

/** Identifies claims by all properties that errors contain. */
export function claimNamesOf(claims: readonly ResourceClaim[]): string {
  return listed(claims, ({ metadata }) => nameText(metadata));
}

/**
 * Returns the result of a node's search, which the query should record, and caches it for equivalent nodes. Returns undefined
 * if there is no result, or the query stores the error. Requires: the cluster has not changed since the search began.
 */
export function resultToRecord(
  bound: BoundQuery,
  name: string,
  result: NodeResult,
  fingerprint: Fingerprint | undefined,
): SearchResult | undefined {
  const { query, resident, claims } = bound;
  const ordinal = resident.ordinalOf(name);
  if (result instanceof AllocationError) {
    if (!PASSING.has(result.code)) query.recordError(ordinal, claimNamesOf(claims), result);
    return undefined;
  }
  const { outcome, selectedDevices } = result;
  if (outcome.kind === 'interrupted' || outcome.steps >= ANSWER_MOST_STEPS) return undefined;
  const slots = selectedDevices.map(({ slot }) => slot);
  const selections = { slots, devices: selectedDevices.map(({ device }) => resident.devices.numberOf(device)) };
  const found: SearchResult = { ordinal, steps: outcome.steps, selections: outcome.kind === 'allocated' ? selections : undefined };
  if (fingerprint !== undefined) query.equivalentNodes?.keep(fingerprint, found);
  return found;
}

/** Defines which parts of the cluster are unchanged since a pass. */
interface Validity {
  isAsOf(): boolean;
  /** Returns whether a node is unchanged for the query of the pass. */
  isUnchanged(name: string): boolean;
}

/** The result of a search, with the name of its node. */
interface NamedResult {
  readonly name: string;
  readonly found: SearchResult;
}

/** Completes a pass with nodes that the host searches. */
export class HostResults {
  readonly #pass: Pass;
  readonly #validity: Validity;
  readonly #outcomes = new LargeMap<string, Outcome>(numberOfText);
  readonly #errors = new Map<string, AllocationError>();
  /** Nodes that were not searched because an equivalent node was searched, with the results of that node. */
  readonly #equivalent: NamedResult[] = [];
  #unrecorded: NamedResult[] = [];
  #count = 0;
  #recorded = 0;
  #interruption: Interruption | undefined;

  constructor(pass: Pass, validity: Validity) {
    this.#pass = pass;
    this.#validity = validity;
  }

  /** Adds the result of a searched node, with its fingerprint. Called in the order of nodes. */
  add(name: string, result: NodeResult, fingerprint: Fingerprint | undefined): void {
    if (result instanceof AllocationError) this.#errors.set(name, result);
    else this.#take(name, result.outcome);
    this.#count++;
    // Other calls, including calls that create share IDs, may have changed the cluster in the meantime.
    const found = this.#validity.isUnchanged(name) ? resultToRecord(this.#pass.bound, name, result, fingerprint) : undefined;
    if (found !== undefined) this.#recordLater({ name, found });
  }

  /** Adds the result of a node from an equivalent one. */
  addEquivalent(name: string, found: SearchResult): void {
    this.#count++;
    const named = { name, found };
    this.#equivalent.push(named);
    this.#recordLater(named);
  }

  #recordLater(named: NamedResult): void {
    if (this.#unrecorded.push(named) === RECORDED_TOGETHER) this.#record();
  }

  #record(): void {
    const unchanged = this.#unrecorded.filter(({ name }) => this.#validity.isUnchanged(name));
    this.#pass.bound.query.record(unchanged.map(({ found }) => found));
    this.#recorded += unchanged.length;
    this.#unrecorded = [];
  }

  #take(name: string, outcome: Outcome): void {
    this.#outcomes.set(name, outcome);
    const interruption = interruptionOf(outcome);
    if (interruption !== undefined) this.#interruption = firstInterruption(this.#interruption, interruption);
  }

  /** `rest`: nodes that will not be searched. */
  findings(rest?: RestOfNodes): Findings {
    if (this.#count === 0 && rest === undefined) return new PassFindings(this.#pass);
    this.#record();
    const isAsOf = this.#validity.isAsOf();
    // The results that the query recorded may be for another time.
    const answered = isAsOf ? [] : this.#decodeShares();
    const answers = isAsOf ? this.#pass.bound.query.answers() : withResults(this.#pass.answers, answered);
    const others = this.#count + (rest?.size ?? 0) - (isAsOf ? this.#recorded : answered.length);
    const [hostOutcomes, errors] = [this.#outcomes, this.#errors];
    const outcomes: Pass['outcomes'] = rest === undefined ? hostOutcomes : { get: (name) => hostOutcomes.get(name) ?? rest.outcome(name) };
    const interruption = rest === undefined ? this.#interruption : firstInterruption(this.#interruption, { by: rest.by });
    return new PassFindings({ ...this.#pass, answers, outcomes, errors, others, interruption });
  }

  /** Decodes results of equivalent nodes that need share IDs, each of which may turn out to be an error. Returns the other results. */
  #decodeShares(): readonly SearchResult[] {
    const { bound, limits, decoding } = this.#pass;
    const { devices } = bound.resident;
    const others: SearchResult[] = [];
    for (const { name, found } of this.#equivalent) {
      const { selections, steps } = found;
      if (selections?.devices.some((device) => devices.device(device).device.allowMultipleAllocations === true) !== true) {
        others.push(found);
        continue;
      }
      const selectedDevices: Answer['selectedDevices'] = (table) => {
        return selections.devices.map((device, index) => ({ slot: selections.slots[index] as number, device: table.device(device) }));
      };
      const result = resultOrError(() => ({
        outcome: inOneGo(outcomeOf(bound, { status: STATUS_FOUND, steps, selectedDevices }, name, limits, decoding, UNLIMITED)),
        selectedDevices: [],
      }));
      if (result instanceof AllocationError) this.#errors.set(name, result);
      else this.#take(name, result.outcome);
    }
    return others;
  }
}
