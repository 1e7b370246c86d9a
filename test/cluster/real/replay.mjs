// Applies the same objects in the same order to this library, and lists the different decisions.

import { isDeepStrictEqual } from 'node:util';
import { comparable } from './answers.mjs';
import { allocateByCommand, asksForExtendedResources, extendedClaimOf } from './extended.mjs';
import { keyOf } from './observe.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {import('./observe.mjs').ObservedPod} ObservedPod */
/** @typedef {import('./observe.mjs').Picture} Picture */
/** @typedef {typeof import('../../../src/index.js')} Library */
/** @typedef {import('../../../src/index.js').AllocationErrorCode} AllocationErrorCode */
/** @typedef {import('../../../src/index.js').FilterResult} FilterResult */
/** @typedef {import('../../../src/index.js').Outcome} Outcome */

/**
 * The counts and differences of a comparison. `failures` are the unmet expectations of the scenario. `notes` do not count.
 * @typedef {{ placed: number, refused: number, differences: string[], failures: string[], notes: string[] }} Comparison
 */

/** The scheduler's message for an outcome or an error of the library, where it is not documented in the error codes. */
const WORDS = {
  unallocatable: /cannot allocate all claims|resourceclaim not available on the node|allocation requires DRAOptionalNodeOperations feature/,
  'unknown-device-class': /device class \S+ does not exist/,
};

/** Requires a complete filter result. @param {FilterResult} result */
function complete(result) {
  if (result.kind !== 'complete') throw new Error(`interrupted by ${result.by}`);
  return result;
}

/** Follows a cluster picture by picture. */
export class Replay {
  /** @type {Map<string, KubeObject>} */
  #others = new Map();
  /** The allocated claims so far, by key. @type {Map<string, KubeObject>} */
  #allocated = new Map();
  /** Pods that were placed before, by uid. */
  #placed = new Set();
  /** Pods that were rejected, by uid. */
  #refused = new Set();
  #cluster;
  #errorCodes;
  #bestNode;
  #kubernetesVersion;
  /** @type {Comparison} */
  comparison = { placed: 0, refused: 0, differences: [], failures: [], notes: [] };

  /**
   * @param {Library} library
   * @param {import('../../../src/index.js').Allocator} allocator
   * @param {{ bestNode: boolean, kubernetesVersion?: string }} options the version that the allocator has, if any
   */
  constructor({ ERROR_CODES }, allocator, { bestNode, kubernetesVersion }) {
    this.#cluster = allocator.cluster();
    this.#errorCodes = ERROR_CODES;
    this.#bestNode = bestNode;
    this.#kubernetesVersion = kubernetesVersion;
  }

  /** Records a claim that had its devices before any pod existed.
   * @param {KubeObject} claim
   */
  allocatedBefore(claim) {
    this.#cluster.apply([claim]);
    this.#allocated.set(keyOf(claim), claim);
  }

  /**
   * Applies the next picture: its objects first. Then allocates for pods that have a node now, in the order of the scheduler's
   * attempts, and filters for pods without a node.
   * @param {Picture} picture
   * @param {readonly string[]} attempts
   */
  advance({ pods, claims, others }, attempts) {
    this.#takeOver(others);
    this.#release(claims);
    const fresh = pods.filter(
      ({ object, verdict }) => verdict !== undefined && verdict.kind !== 'refused' && !this.#placed.has(object.metadata.uid),
    );
    const turn = (/** @type {ObservedPod} */ { object }) => attempts.lastIndexOf(keyOf(object));
    for (const pod of fresh.sort((a, b) => turn(a) - turn(b))) this.#place(pod);
    for (const pod of pods) if (pod.verdict?.kind === 'refused') this.#refuse(pod, pod.verdict.message);
  }

  /** @param {readonly KubeObject[]} others */
  #takeOver(others) {
    const now = new Map(others.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
    this.#cluster.remove([...this.#others].filter(([key]) => !now.has(key)).map(([, object]) => object));
    const changed = [...now].filter(([key, object]) => !isDeepStrictEqual(this.#others.get(key), object));
    this.#cluster.apply(changed.map(([, object]) => object));
    this.#others = now;
  }

  /** Frees the claims that the controllers have freed.
   * @param {readonly KubeObject[]} claims
   */
  #release(claims) {
    const holding = new Set(claims.filter(({ status }) => status?.allocation !== undefined).map(({ metadata }) => metadata.uid));
    for (const [key, claim] of this.#allocated) {
      if (holding.has(claim.metadata.uid)) continue;
      this.#cluster.release([claim]);
      this.#allocated.delete(key);
    }
  }

  /** @param {ObservedPod} pod */
  #place({ object, claims, verdict }) {
    this.#placed.add(object.metadata.uid);
    this.comparison.placed++;
    const node = verdict !== undefined && verdict.kind !== 'refused' ? verdict.node : '';
    const stored = claims.filter((claim) => claim !== undefined);
    const asked = stored.map((claim) => this.#asBefore(claim));
    const differ = (/** @type {string} */ text) => this.comparison.differences.push(`pod ${object.metadata.name}: ${text}`);
    try {
      const { feasible, scores } = complete(this.#cluster.filter({ claims: asked }));
      if (!feasible.includes(node)) differ(`is on ${node}, feasible here is [${feasible.join(', ')}]`);
      const score = scores[feasible.indexOf(node)];
      if (this.#bestNode && score !== Math.max(...scores))
        differ(`is on ${node}, whose score is ${score} of [${scores.join(', ')}] on [${feasible.join(', ')}]`);
      const outcome = this.#cluster.allocate({ claims: asked, node });
      this.#compareAllocations(stored, outcome, differ);
      if (outcome.kind === 'allocated') this.#cluster.commit(asked, outcome);
      if (asksForExtendedResources(object)) this.#compareMade(object, stored, node, differ);
    } catch (error) {
      differ(`is on ${node}, here it is the error: ${error instanceof Error ? error.message : error}`);
    }
    // From now on the objects in the cluster count, not our decisions.
    this.#cluster.apply(stored);
    for (const claim of stored) this.#allocated.set(keyOf(claim), claim);
  }

  /**
   * @param {readonly KubeObject[]} stored
   * @param {Outcome} outcome
   * @param {(text: string) => void} differ
   */
  #compareAllocations(stored, outcome, differ) {
    if (outcome.kind !== 'allocated') {
      differ(`has its devices, here the outcome is ${outcome.kind}`);
      return;
    }
    for (const [index, claim] of stored.entries()) {
      const theirs = comparable(claim.status.allocation);
      const ours = comparable(outcome.allocations[index]);
      if (!isDeepStrictEqual(theirs, ours))
        differ(`claim ${claim.metadata.name}\n    scheduler ${JSON.stringify(theirs)}\n    here      ${JSON.stringify(ours)}`);
    }
  }

  /** Compares the claim that the scheduler made for extended resources with the one that the command line makes.
   * @param {KubeObject} pod
   * @param {readonly KubeObject[]} stored
   * @param {string} node
   * @param {(text: string) => void} differ
   */
  #compareMade(pod, stored, node, differ) {
    const made = this.#byCommand(pod, stored, node);
    const contents = (/** @type {KubeObject | undefined} */ claim) =>
      claim && { spec: claim.spec, allocation: comparable(claim.status.allocation) };
    const theirs = contents(stored.find(({ metadata }) => metadata.name === extendedClaimOf(pod)));
    const ours = contents(made?.find(({ metadata }) => stored.every((claim) => claim.metadata.name !== metadata.name)));
    if (made === undefined || !isDeepStrictEqual(theirs, ours))
      differ(`extended resources\n    scheduler ${JSON.stringify(theirs)}\n    here      ${JSON.stringify(ours)}`);
  }

  /**
   * The answer of the command line about a pod, with the cluster before the attempt.
   * @param {KubeObject} pod
   * @param {readonly KubeObject[]} claims
   * @param {string} [node]
   */
  #byCommand(pod, claims, node) {
    const own = claims.filter(({ metadata }) => metadata.name !== extendedClaimOf(pod)).map((claim) => this.#asBefore(claim));
    const others = [...this.#allocated].filter(([key]) => own.every((claim) => keyOf(claim) !== key)).map(([, claim]) => claim);
    const where = {
      ...(node === undefined ? {} : { node }),
      ...(this.#kubernetesVersion && { kubernetesVersion: this.#kubernetesVersion }),
    };
    return allocateByCommand([...this.#others.values(), ...others, ...own], pod, where);
  }

  /** A claim before the scheduler tried the pod: without the devices that were allocated then.
   * @param {KubeObject} claim
   */
  #asBefore(claim) {
    if (this.#allocated.get(keyOf(claim))?.metadata.uid === claim.metadata.uid) return claim;
    const { status: _, ...rest } = claim;
    return rest;
  }

  /**
   * @param {ObservedPod} pod
   * @param {string} message
   */
  #refuse({ object, claims }, message) {
    this.#refused.add(object.metadata.uid);
    this.comparison.refused = this.#refused.size;
    const asked = claims.filter((claim) => claim !== undefined).map((claim) => this.#asBefore(claim));
    const differ = (/** @type {string} */ text) =>
      this.comparison.differences.push(`pod ${object.metadata.name}: ${text}\n    scheduler ${message}`);
    if (asksForExtendedResources(object)) {
      const stored = claims.filter((claim) => claim !== undefined);
      if (this.#byCommand(object, stored) !== undefined) differ('has no node, the command line finds one');
      return;
    }
    const selector = Object.entries(object.spec.nodeSelector ?? {});
    const nodes = [...this.#others.values()].filter(
      ({ kind, metadata }) => kind === 'Node' && selector.every(([key, value]) => metadata.labels?.[key] === value),
    );
    const found = complete(this.#cluster.filter({ claims: asked, nodes: nodes.map(({ metadata }) => metadata.name) }));
    const errors = [...found.errors.values()];
    // An error ends the attempt of the scheduler, except if it is local to its node and another node is feasible.
    const fatal = errors.filter(({ nodeLocal }) => !nodeLocal);
    if (fatal.length === 0 && found.feasible.length > 0) differ(`has no node, feasible here is [${found.feasible.join(', ')}]`);
    else this.#compareReasons(fatal.length > 0 ? fatal : errors, nodes.length > errors.length && fatal.length === 0, message, differ);
  }

  /**
   * The scheduler names one of several errors that end the attempt. All other reasons are in its message.
   * @param {readonly import('../../../src/index.js').AllocationError[]} errors
   * @param {boolean} isUnallocatable
   * @param {string} message
   * @param {(text: string) => void} differ
   */
  #compareReasons(errors, isUnallocatable, message, differ) {
    const fatal = errors.filter(({ nodeLocal }) => !nodeLocal);
    const isSaid = (/** @type {{ code: AllocationErrorCode }} */ { code }) => this.#wordsOf(code).test(message);
    if (fatal.length > 0 ? !fatal.some(isSaid) : !errors.every(isSaid))
      differ(`here it is ${errors.map((error) => `${error.code}: ${error.message}`).join('; ')}`);
    if (isUnallocatable && !WORDS.unallocatable.test(message)) differ('here it is unallocatable');
    if (errors.length > 0 && !errors.some((error) => message.includes(error.message))) {
      this.comparison.notes.push(`other words\n    scheduler ${message}\n    here      ${errors[0]?.message}`);
    }
  }

  /** @param {AllocationErrorCode} code */
  #wordsOf(code) {
    if (code in WORDS) return WORDS[/** @type {keyof typeof WORDS} */ (code)];
    const info = /** @type {import('../../../src/core/base/error-codes.js').ErrorCodeInfo} */ (this.#errorCodes[code]);
    const words = info.reference ?? info.scheduler;
    return words === undefined ? /$^/ : patternOf(words);
  }
}

/** The pattern of a documented message, in which single capital letters represent variable parts.
 * @param {string} reference
 */
function patternOf(reference) {
  const words = reference.replace(/ ?\.\.\.$/, '').split(/\b[A-Z]\b/);
  return new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\S+?'));
}
