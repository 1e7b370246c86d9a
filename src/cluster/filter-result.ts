// The results of `cluster.filter`: every node was considered, or a limit came first. The two have no list in common, so that nobody takes
// the nodes that were found so far still there are.

import type { CertifiedOutcomes } from '../allocator/evaluate/certified-outcomes.js';
import { allocationsOf, type Findings, type Interruption } from '../allocator/evaluate/findings.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import { choicesOfAll, normalizeScores, type SubrequestChoice } from '../allocator/score.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { checkObject, checkText, listOf, objectWith } from '../core/base/arguments.js';
import { describe } from '../core/base/describe.js';
import { AllocationError, copyOfError } from '../core/base/errors.js';
import { INSPECT, ownFieldsOf } from '../core/base/own-fields.js';
import { toPlainJson } from '../core/base/plain-json.js';

/** Describes what both kinds of a filter result have. */
interface FilterResultBase {
  /** Nodes on which the allocation failed with an error, by name. The scheduler ends its attempt on one, unless it is `nodeLocal`. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /** The outcome on a node, with a certificate where one was requested and the claims do not fit. Throws the error of a node that failed, `unknown-node` for one that the call is not about. */
  readonly outcome: (nodeName: string) => Outcome;
  /** Lists the alternative that each request with a prioritized list got on a node; empty where the claims do not fit. Throws as `outcome`. */
  readonly choices: (nodeName: string) => readonly SubrequestChoice[];
}

/** Every node was considered. */
export interface CompleteFilter extends FilterResultBase {
  readonly kind: 'complete';
  /** Nodes on which all claims fit, by name. */
  readonly feasible: readonly string[];
  /** Parallel to `feasible`: 8 for the first subrequest of a prioritized list, 7 for the second, ..., summed over the requests. */
  readonly scores: Int32Array;
  /** Parallel to `feasible`: scores scaled so that the best is 100, or all zero. */
  readonly normalized: Int32Array;
  /**
   * The feasible node with the best score, of several the first by name. Undefined: none is feasible, or a node has an error on which the
   * scheduler ends its attempt (one in `errors` that is not `nodeLocal`). Costs less than all the scores.
   */
  readonly best: string | undefined;
}

/**
 * A limit came before all nodes were considered. It says nothing about the nodes in `interrupted`.
 *
 * `by` is the limit that came: of several the first of `signal`, `milliseconds`, `selector`, `steps`, so that one that ended the call goes before one
 * that ended the search of a single node.
 */
export type InterruptedFilter = Interruption & InterruptedFields;

interface InterruptedFields extends FilterResultBase {
  readonly kind: 'interrupted';
  /** Nodes on which all claims fit, by name, as far as nodes were considered. */
  readonly feasibleSoFar: readonly string[];
  /** Parallel to `feasibleSoFar`, as `scores` of a complete result. */
  readonly scoresSoFar: Int32Array;
  /** Nodes for which a limit came first, by name. */
  readonly interrupted: readonly string[];
}

/**
 * Describes what `cluster.filter` found; check `kind` first. A copy, the caller's own: later changes of the cluster do not touch it. Lists are made when they
 * are requested. It can be spread, logged and put into JSON.
 */
export type FilterResult = CompleteFilter | InterruptedFilter;

/** The result of what was found. `certified`: outcomes with certificates, where they were requested. */
export function resultOf(findings: Findings, certified?: CertifiedOutcomes): FilterResult {
  const interruption = findings.interruption();
  const result = new Result(findings, certified);
  // Each has the fields of its kind and no others, which the class cannot say.
  if (interruption === undefined) return asComplete(result) as CompleteFilter;
  return Object.assign(asInterrupted(result), { kind: 'interrupted', ...interruption }) as InterruptedFilter;
}

/** Lists and functions that the caller of a result requested. */
class CachedLists {
  feasible: readonly string[] | undefined;
  scores: Int32Array | undefined;
  normalized: Int32Array | undefined;
  interrupted: readonly string[] | undefined;
  errors: ReadonlyMap<string, AllocationError> | undefined;
  outcome: FilterResultBase['outcome'] | undefined;
  choices: FilterResultBase['choices'] | undefined;
}

/** The fields of both kinds, made when they are requested and the same from then on. Callers may take the functions by themselves. */
class Result {
  readonly #findings: Findings;
  readonly #certified: CertifiedOutcomes | undefined;
  #cached: CachedLists | undefined;

  constructor(findings: Findings, certified: CertifiedOutcomes | undefined) {
    this.#findings = findings;
    this.#certified = certified;
  }

  get kind(): string {
    return 'complete';
  }

  get feasible(): readonly string[] {
    const cached = this.#all;
    cached.feasible ??= this.#findings.feasible();
    return cached.feasible;
  }

  get scores(): Int32Array {
    const cached = this.#all;
    cached.scores ??= this.#findings.scores();
    return cached.scores;
  }

  get normalized(): Int32Array {
    const cached = this.#all;
    cached.normalized ??= Int32Array.from(normalizeScores(this.#findings.scores()));
    return cached.normalized;
  }

  get best(): string | undefined {
    return endsAttempt(this.#findings.errors) ? undefined : this.#findings.best();
  }

  get feasibleSoFar(): readonly string[] {
    return this.feasible;
  }

  get scoresSoFar(): Int32Array {
    return this.scores;
  }

  get interrupted(): readonly string[] {
    const cached = this.#all;
    cached.interrupted ??= this.#findings.interrupted();
    return cached.interrupted;
  }

  get errors(): ReadonlyMap<string, AllocationError> {
    const cached = this.#all;
    cached.errors ??= new Map(Array.from(this.#findings.errors, ([name, error]) => [name, copyOfError(error)]));
    return cached.errors;
  }

  get outcome(): FilterResultBase['outcome'] {
    const cached = this.#all;
    cached.outcome ??= outcomesOf(this.#findings, this.#certified);
    return cached.outcome;
  }

  get choices(): FilterResultBase['choices'] {
    const cached = this.#all;
    cached.choices ??= choicesOf(this.#findings);
    return cached.choices;
  }

  get #all(): CachedLists {
    this.#cached ??= new CachedLists();
    return this.#cached;
  }

  toJSON(): unknown {
    return toPlainJson({ ...this });
  }

  [INSPECT](): object {
    return { ...this };
  }
}

const BOTH = ['errors', 'outcome', 'choices'] as const;
const asComplete = ownFieldsOf(Result, ['kind', 'feasible', 'scores', 'normalized', 'best', ...BOTH]);
const asInterrupted = ownFieldsOf(Result, ['kind', 'feasibleSoFar', 'scoresSoFar', 'interrupted', ...BOTH]);

/** Returns whether the scheduler ends its attempt on one of some errors. */
export function endsAttempt(errors: ReadonlyMap<string, AllocationError>): boolean {
  if (errors.size === 0) return false;
  for (const error of errors.values()) if (!error.nodeLocal) return true;
  return false;
}

// V8 allocates a function that is assigned to a property where it is written in old space, and so keeps all that the function sees until the next full
// collection of garbage. So these two are made by functions.

function outcomesOf(findings: Findings, certified: CertifiedOutcomes | undefined): FilterResultBase['outcome'] {
  return (nodeName) => {
    checkNodeName(nodeName);
    return certified?.get(nodeName) ?? outcomeIn(findings, nodeName);
  };
}

function choicesOf(findings: Findings): FilterResultBase['choices'] {
  return (nodeName) => {
    checkNodeName(nodeName);
    return choicesIn(findings.claims, outcomeIn(findings, nodeName));
  };
}

function outcomeIn(findings: Findings, nodeName: string): Outcome {
  const error = findings.errors.get(nodeName);
  if (error !== undefined) throw copyOfError(error);
  const outcome = findings.outcome(nodeName);
  if (outcome === undefined) throw unknownNode(nodeName);
  return outcome;
}

/** Lists the alternatives that the claims got in an outcome; empty where they do not fit. */
export function choicesIn(claims: readonly ResourceClaim[], outcome: Outcome): readonly SubrequestChoice[] {
  return outcome.kind === 'allocated' ? choicesOfAll(claims, allocationsOf(outcome)) : [];
}

/** Returns the error for a node that the call did not consider. */
export function unknownNode(name: unknown): AllocationError {
  return new AllocationError('unknown-node', `node ${typeof name === 'string' ? name : describe(name)} was not considered`);
}

/** Throws `unknown-node` unless a name is a string: `best` is undefined if no node is feasible. */
export function checkNodeName(name: unknown): void {
  if (typeof name !== 'string') throw unknownNode(name);
}

/** Checks of an outcome in the arguments of a call. */
const checkKind = objectWith({ kind: checkText });
const checkAllocated = objectWith({ allocations: listOf(objectWith({ devices: checkObject }), 'allocations') });

/** Lists the alternatives in an outcome from the arguments of a call. Throws `invalid-input` if it is not an outcome. */
export function choicesInGiven(claims: readonly ResourceClaim[], outcome: Outcome): readonly SubrequestChoice[] {
  checkKind(outcome, 'choices(outcome)');
  if (outcome.kind === 'allocated') checkAllocated(outcome, 'choices(outcome)');
  return choicesIn(claims, outcome);
}
