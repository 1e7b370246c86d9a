// The results of `cluster.filter`. The two kinds share no list, so that a caller cannot mistake the nodes found before a limit for all
// feasible nodes.

import type { CertifiedOutcomes } from '../allocator/evaluate/certified-outcomes.js';
import { allocationsOf, type Findings, type Interruption } from '../allocator/evaluate/findings.js';
import type { Outcome } from '../allocator/evaluate/outcome.js';
import { choicesOfAll, normalizeScores, type SubrequestChoice } from '../allocator/score.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import { checkObject, checkText, listOf, objectWith } from '../core/base/arguments.js';
import { describe } from '../core/base/describe.js';
import { AllocationError, copyOfError } from '../core/base/errors.js';
import { INSPECT, lazyFieldsOf } from '../core/base/lazy-fields.js';
import { toPlainJson } from '../core/base/plain-json.js';

/** The fields of both kinds of a filter result. */
interface FilterResultBase {
  /** Nodes on which the allocation failed with an error, by name. The scheduler ends its attempt on such an error, unless it is `nodeLocal`. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /**
   * Returns the outcome on a node, with a certificate if one was requested and the claims do not fit. Throws the error of a node that failed,
   * and `unknown-node` for a node that the call did not consider.
   */
  readonly outcome: (nodeName: string) => Outcome;
  /** Lists the alternative that each request with a prioritized list is allocated on a node; empty if the claims do not fit. Throws like `outcome`. */
  readonly choices: (nodeName: string) => readonly SubrequestChoice[];
}

/** The result if every node was considered. */
export interface CompleteFilter extends FilterResultBase {
  readonly kind: 'complete';
  /** Nodes on which all claims fit, by name. */
  readonly feasible: readonly string[];
  /** Parallel to `feasible`: 8 for the first subrequest of a prioritized list, 7 for the second, ..., summed over the requests. */
  readonly scores: Int32Array;
  /** Parallel to `feasible`: scores scaled so that the best is 100, or all zero. */
  readonly normalized: Int32Array;
  /**
   * The feasible node with the best score; on a tie, the first by name. Undefined if no node is feasible, or if a node has an error that ends
   * the scheduler's attempt (an entry of `errors` that is not `nodeLocal`). Costs less than all scores.
   */
  readonly best: string | undefined;
}

/**
 * The result if a limit ended the call before all nodes were considered. It does not cover the nodes in `interrupted`.
 *
 * `by` is the limit, in this order of precedence: `signal`, `milliseconds`, `selector`, `steps`. A limit that ended the whole
 * call thus precedes one that ended the search of a node.
 */
export type InterruptedFilter = Interruption & InterruptedFields;

interface InterruptedFields extends FilterResultBase {
  readonly kind: 'interrupted';
  /** The considered nodes on which all claims fit, by name. */
  readonly feasibleSoFar: readonly string[];
  /** Parallel to `feasibleSoFar`, like `scores` of a complete result. */
  readonly scoresSoFar: Int32Array;
  /** Nodes that were not considered completely because of a limit, by name. */
  readonly interrupted: readonly string[];
}

/**
 * The result of `cluster.filter`; check `kind` first. A copy that belongs to the caller: later changes of the cluster do not affect it. Lists
 * are computed on first access. It can be spread, logged and serialized to JSON.
 */
export type FilterResult = CompleteFilter | InterruptedFilter;

/** Returns the result for findings. `certified`: outcomes with certificates, if they were requested. */
export function resultOf(findings: Findings, certified?: CertifiedOutcomes): FilterResult {
  const interruption = findings.interruption();
  const result = new Result(findings, certified);
  // Each kind has exactly its own fields, which the class cannot express.
  if (interruption === undefined) return asComplete(result) as CompleteFilter;
  return Object.assign(asInterrupted(result), { kind: 'interrupted', ...interruption }) as InterruptedFilter;
}

/** Lists and functions that the caller of a result accessed. */
class CachedLists {
  feasible: readonly string[] | undefined;
  scores: Int32Array | undefined;
  normalized: Int32Array | undefined;
  interrupted: readonly string[] | undefined;
  errors: ReadonlyMap<string, AllocationError> | undefined;
  outcome: FilterResultBase['outcome'] | undefined;
  choices: FilterResultBase['choices'] | undefined;
}

/** The fields of both kinds, computed on first access and then cached. The functions work detached from the result. */
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
const asComplete = lazyFieldsOf(Result, ['kind', 'feasible', 'scores', 'normalized', 'best', ...BOTH]);
const asInterrupted = lazyFieldsOf(Result, ['kind', 'feasibleSoFar', 'scoresSoFar', 'interrupted', ...BOTH]);

/** Returns whether any of the errors ends the scheduler's attempt. */
export function endsAttempt(errors: ReadonlyMap<string, AllocationError>): boolean {
  if (errors.size === 0) return false;
  for (const error of errors.values()) if (!error.nodeLocal) return true;
  return false;
}

// V8 allocates a closure that is assigned to a property in old space, where its context survives until the next full garbage collection. These
// functions create the closures elsewhere.

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

/** Lists the alternatives that claims are allocated in an outcome; empty if the claims do not fit. */
export function choicesIn(claims: readonly ResourceClaim[], outcome: Outcome): readonly SubrequestChoice[] {
  return outcome.kind === 'allocated' ? choicesOfAll(claims, allocationsOf(outcome)) : [];
}

/** Returns the error for a node that the call did not consider. */
export function unknownNode(name: unknown): AllocationError {
  return new AllocationError('unknown-node', `node ${typeof name === 'string' ? name : describe(name)} was not considered`);
}

/** Throws `unknown-node` unless the name is a string: `best` is undefined if no node is feasible. */
export function checkNodeName(name: unknown): void {
  if (typeof name !== 'string') throw unknownNode(name);
}

/** Checks of an outcome that a caller passes. */
const checkKind = objectWith({ kind: checkText });
const checkAllocated = objectWith({ allocations: listOf(objectWith({ devices: checkObject }), 'allocations') });

/** Lists the alternatives in an outcome that a caller passes. Throws `invalid-input` if it is not an outcome. */
export function choicesInOutcome(claims: readonly ResourceClaim[], outcome: Outcome): readonly SubrequestChoice[] {
  checkKind(outcome, 'choices(outcome)');
  if (outcome.kind === 'allocated') checkAllocated(outcome, 'choices(outcome)');
  return choicesIn(claims, outcome);
}
