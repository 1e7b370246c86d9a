// The results of `cluster.filter({ pod })` and `cluster.allocate({ pod, node })`, made from what was found when callers ask for it.

import type { Interruption } from '../allocator/evaluate/findings.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import type { SubrequestChoice } from '../allocator/score.js';
import { checkNodeName, choicesIn, endsAttempt, unknownNode } from '../cluster/filter-result.js';
import { AllocationError, copyOfError } from '../core/base/errors.js';
import { INSPECT, ownFieldsOf } from '../core/base/own-fields.js';
import { toPlainJson } from '../core/base/plain-json.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import { type NotLookedAt, wordsOf } from '../scheduler/filters/not-looked-at.js';
import type { PodFindings } from './pod-findings.js';
import type { DeviceScores, PodRanking } from './pod-ranking.js';

/** A node that the scheduler's filters keep a pod away from; no step was taken. */
export interface RejectedOutcome {
  readonly kind: 'rejected';
  /** The reasons of the first plugin that rejects the node. */
  readonly rejections: readonly Rejection[];
  readonly steps: 0;
}

/** The answer for a pod on a node: that of its claims, or the reasons why the pod may not go there whatever devices there are. */
export type PodOutcome = Outcome | RejectedOutcome;

/** Describes what both kinds of a pod's filter result have. */
interface PodFilterResultBase {
  /** The reasons for each node that the pod may not go to, by its name: those of the first plugin that rejects it. */
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  /** The scheduler's message where no node will do, such as `0/5 nodes are available: 5 Insufficient cpu.`; undefined otherwise. */
  readonly message: string | undefined;
  /** The things about the pod that a scheduler checks and this library does not, in words; empty: nothing is left out. */
  readonly notLookedAt: readonly string[];
  /** Nodes on which the allocation failed with an error, by name. The scheduler ends its attempt on one, unless it is `nodeLocal`. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /** The outcome on a node. Throws the error of a node that failed, `unknown-node` for one that the call is not about. */
  readonly outcome: (nodeName: string) => PodOutcome;
  /** Lists the alternative that each request with a prioritized list got on a node; empty where the pod may not go. Throws as `outcome`. */
  readonly choices: (nodeName: string) => readonly SubrequestChoice[];
}

/** Every node was considered. */
export interface CompletePodFilter extends PodFilterResultBase {
  readonly kind: 'complete';
  /** Nodes that pass all filters and have the devices, by name. */
  readonly feasible: readonly string[];
  /** Parallel to `feasible`: the sum of the scheduler's scores with their default weights, as far as this library has them. */
  readonly scores: Int32Array;
  /** The feasible node with the best score, of several the first by name. Undefined as in the result for claims. */
  readonly best: string | undefined;
}

/** A limit came before all nodes were considered. It says nothing about the nodes in `interrupted`. */
export type InterruptedPodFilter = Interruption & InterruptedPodFields;

interface InterruptedPodFields extends PodFilterResultBase {
  readonly kind: 'interrupted';
  readonly feasibleSoFar: readonly string[];
  readonly scoresSoFar: Int32Array;
  readonly interrupted: readonly string[];
}

/** Describes what `cluster.filter({ pod })` found; check `kind` first. A copy, the caller's own, like `FilterResult`. */
export type PodFilterResult = CompletePodFilter | InterruptedPodFilter;

/** @internal The part of a question that results are made from. */
export interface RankedQuestion {
  readonly notLookedAt: NotLookedAt;
  /** Gives the nodes by their totals, to be read at once. */
  ranking(devices: DeviceScores): Pick<PodRanking, 'best' | 'totalAt'>;
}

/** @internal The result of what was found. */
export function podResultOf(findings: PodFindings, question: RankedQuestion): PodFilterResult {
  const interruption = findings.interruption();
  const result = new PodResult(findings, question);
  // Each has the fields of its kind and no others, which the class cannot say.
  if (interruption === undefined) return asComplete(result) as CompletePodFilter;
  return Object.assign(asInterrupted(result), { kind: 'interrupted', ...interruption }) as InterruptedPodFilter;
}

/** @internal The outcome of a node, the caller's own. Throws as `PodFilterResultBase.outcome` does. */
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

/** The fields of both kinds, made when they are requested and the same from then on. */
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
    this.#cached.notLookedAt ??= wordsOf(
      this.#question.notLookedAt,
      findings.interruption() === undefined && !findings.hasFeasible,
    ).slice();
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
const asComplete = ownFieldsOf(PodResult, ['kind', 'feasible', 'scores', 'best', ...BOTH]);
const asInterrupted = ownFieldsOf(PodResult, ['kind', 'feasibleSoFar', 'scoresSoFar', 'interrupted', ...BOTH]);

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
