// The results of `cluster.filter({ pod })` and `cluster.allocate({ pod, node })`, computed on first access.

import type { Interruption } from '../allocator/evaluate/findings.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { SubrequestChoice } from '../allocator/score.js';
import { checkNodeName, choicesIn, endsAttempt, unknownNode } from '../cluster/filter-result.js';
import type { EndedBy } from '../core/base/checkpoint.js';
import { AllocationError, copyOfError } from '../core/base/errors.js';
import { INSPECT, lazyFieldsOf } from '../core/base/lazy-fields.js';
import { toPlainJson } from '../core/base/plain-json.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import { type NotLookedAt, wordsAlone } from '../scheduler/filters/not-looked-at.js';
import type { PodFindings } from './pod-findings.js';
import type { DeviceScores, NodeRanking } from './pod-ranking.js';

/** A node that the scheduler's filters reject; the solver took no step. */
export interface RejectedOutcome {
  readonly kind: 'rejected';
  /** The reasons of the first plugin that rejects the node. */
  readonly rejections: readonly Rejection[];
  readonly steps: 0;
}

/** The outcome for a pod on a node: the outcome of its claims, or the reasons of filters that reject the node regardless of devices. */
export type PodOutcome = Outcome | RejectedOutcome;

/** The fields of both kinds of a pod's filter result. */
interface PodFilterResultBase {
  /** The reasons for each rejected node, by node name: the reasons of the first plugin that rejects it. */
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  /** The scheduler's message if no node is feasible, such as `0/5 nodes are available: 5 Insufficient cpu.`; undefined otherwise. */
  readonly message: string | undefined;
  /** The checks of a scheduler that apply to the pod and that this library does not do, in words; empty if none exist. */
  readonly notLookedAt: readonly string[];
  /** Nodes on which the allocation failed with an error, by name. The scheduler ends its attempt on such an error, unless it is `nodeLocal`. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /** Returns the outcome on a node. Throws the error of a node that failed, and `unknown-node` for a node that the call did not consider. */
  readonly outcome: (nodeName: string) => PodOutcome;
  /** Lists the alternative that each request with a prioritized list is allocated on a node; empty if the node is rejected. Throws like `outcome`. */
  readonly choices: (nodeName: string) => readonly SubrequestChoice[];
}

/** The result if every node was considered. */
export interface CompletePodFilter extends PodFilterResultBase {
  readonly kind: 'complete';
  /** Nodes that pass all filters and have the devices, by name. */
  readonly feasible: readonly string[];
  /** Parallel to `feasible`: the sum of the scheduler's scores with their default weights, for the scores that this library implements. */
  readonly scores: Int32Array;
  /** The feasible node with the best score; on a tie, the first by name. Undefined as in the result for claims. */
  readonly best: string | undefined;
}

/**
 * The result if a limit ended the call. It does not cover the nodes in `interrupted`. This list is empty if the call considered all nodes, but
 * ended while it ranked them.
 */
export type InterruptedPodFilter = Interruption & InterruptedPodFields;

interface InterruptedPodFields extends PodFilterResultBase {
  readonly kind: 'interrupted';
  readonly feasibleSoFar: readonly string[];
  readonly scoresSoFar: Int32Array;
  readonly interrupted: readonly string[];
}

/** The result of `cluster.filter({ pod })`; check `kind` first. A copy that belongs to the caller, like `FilterResult`. */
export type PodFilterResult = CompletePodFilter | InterruptedPodFilter;

/** @internal The part of a question that results are made from. */
export interface RankedQuestion {
  readonly notLookedAt: NotLookedAt;
  /** Returns the nodes ranked by their totals, valid until the next call. */
  ranking(devices: DeviceScores): NodeRanking;
  /** Set if the call ended before all scores were computed. */
  readonly endedBy?: EndedBy;
}

/** @internal Returns the result for findings. */
export function podResultOf(findings: PodFindings, question: RankedQuestion): PodFilterResult {
  const { endedBy } = question;
  const interruption = findings.interruption() ?? (endedBy === undefined ? undefined : { by: endedBy, steps: 0 });
  const result = new PodResult(findings, question);
  // Each kind has exactly its own fields, which the class cannot express.
  if (interruption === undefined) return asComplete(result) as CompletePodFilter;
  return Object.assign(asInterrupted(result), { kind: 'interrupted', ...interruption }) as InterruptedPodFilter;
}

/** @internal Returns the outcome of a node, as a copy for the caller. Throws like `PodFilterResultBase.outcome` does. */
export function podOutcomeOn(findings: PodFindings, name: string): PodOutcome {
  const outcome = outcomeOrError(findings, name);
  if (outcome !== undefined && outcome.kind !== 'allocated') return outcome;
  const rejections = findings.rejectionsOn(name);
  if (rejections.length > 0) return { kind: 'rejected', rejections: rejections.map((each) => ({ ...each })), steps: 0 };
  if (outcome === undefined) throw unknownNode(name);
  return outcome;
}

function outcomeOrError(findings: PodFindings, name: string): Outcome | undefined {
  try {
    return findings.outcome(name);
  } catch (error) {
    throw error instanceof AllocationError ? copyOfError(error) : error;
  }
}

class CachedLists {
  feasible: readonly string[] | undefined;
  scores: Int32Array | undefined;
  rejections: ReadonlyMap<string, readonly Rejection[]> | undefined;
  notLookedAt: readonly string[] | undefined;
  errors: ReadonlyMap<string, AllocationError> | undefined;
  outcome: PodFilterResultBase['outcome'] | undefined;
  choices: PodFilterResultBase['choices'] | undefined;
}

/** The fields of both kinds, computed on first access and then cached. */
class PodResult {
  readonly #findings: PodFindings;
  readonly #question: RankedQuestion;
  #lists: CachedLists | undefined;

  constructor(findings: PodFindings, question: RankedQuestion) {
    this.#findings = findings;
    this.#question = question;
  }

  get #cached(): CachedLists {
    this.#lists ??= new CachedLists();
    return this.#lists;
  }

  get kind(): string {
    return 'complete';
  }

  get feasible(): readonly string[] {
    const findings = this.#findings;
    this.#cached.feasible ??= Array.from(findings.feasible().keys(), (place) => findings.nameAt(place));
    return this.#cached.feasible;
  }

  get scores(): Int32Array {
    this.#cached.scores ??= this.#findScores();
    return this.#cached.scores;
  }

  #findScores(): Int32Array {
    const findings = this.#findings;
    const feasible = findings.feasible();
    if (feasible.size === 0) return new Int32Array(0);
    const now = this.#question.ranking(findings.deviceScores());
    return Int32Array.from(feasible.keys(), (place) => now.totalAt(place));
  }

  get best(): string | undefined {
    const findings = this.#findings;
    return endsAttempt(findings.errors) ? undefined : findings.bestIn(this.#question);
  }

  get feasibleSoFar(): readonly string[] {
    return this.feasible;
  }

  get scoresSoFar(): Int32Array {
    return this.scores;
  }

  get interrupted(): readonly string[] {
    return this.#findings.interrupted();
  }

  get rejections(): PodFilterResultBase['rejections'] {
    const all = this.#findings.rejections();
    this.#cached.rejections ??= new Map(Array.from(all, ([name, each]) => [name, each.map((one) => ({ ...one }))]));
    return this.#cached.rejections;
  }

  get message(): string | undefined {
    const findings = this.#findings;
    if (findings.interruption() !== undefined || findings.hasFeasible) return undefined;
    return findings.message;
  }

  get notLookedAt(): readonly string[] {
    const findings = this.#findings;
    const isRejected = findings.interruption() === undefined && !findings.hasFeasible;
    this.#cached.notLookedAt ??= wordsAlone(this.#question.notLookedAt, isRejected).slice();
    return this.#cached.notLookedAt;
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    this.#cached.errors ??= new Map(Array.from(this.#findings.errors, ([name, error]) => [name, copyOfError(error)]));
    return this.#cached.errors;
  }

  get outcome(): PodFilterResultBase['outcome'] {
    this.#cached.outcome ??= outcomesOf(this.#findings);
    return this.#cached.outcome;
  }

  get choices(): PodFilterResultBase['choices'] {
    this.#cached.choices ??= choicesOf(this.#findings);
    return this.#cached.choices;
  }

  toJSON(): unknown {
    return toPlainJson({ ...this });
  }

  [INSPECT](): object {
    return { ...this };
  }
}

const BOTH = ['rejections', 'message', 'notLookedAt', 'errors', 'outcome', 'choices'] as const;
const asComplete = lazyFieldsOf(PodResult, ['kind', 'feasible', 'scores', 'best', ...BOTH]);
const asInterrupted = lazyFieldsOf(PodResult, ['kind', 'feasibleSoFar', 'scoresSoFar', 'interrupted', ...BOTH]);

function outcomesOf(findings: PodFindings): PodFilterResultBase['outcome'] {
  return (nodeName) => {
    checkNodeName(nodeName);
    return podOutcomeOn(findings, nodeName);
  };
}

function choicesOf(findings: PodFindings): PodFilterResultBase['choices'] {
  return (nodeName) => {
    checkNodeName(nodeName);
    const outcome = podOutcomeOn(findings, nodeName);
    const claims = findings.partOf(nodeName)?.findings.claims ?? [];
    return outcome.kind === 'rejected' ? [] : choicesIn(claims, outcome);
  };
}
