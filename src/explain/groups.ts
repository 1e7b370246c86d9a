// Combines the explanations of nodes: the overall result, and the nodes grouped by cause, closest to an allocation first.

import type { Checkpoint } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import { copyOfError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import { largestOf } from '../core/base/lists.js';
import { finding, mapping, mappingEach } from '../core/base/lists-in-increments.js';
import { sorting } from '../core/base/sorting.js';
import { isForOtherNodes, type Rejection } from '../scheduler/filters/filter.js';
import type { Explanation, NodeExplanation, NodeGroup, RequestExplanation } from './explanation.js';
import { distanceOf } from './false-clauses.js';
import { checksBehind } from './losses.js';
import { isShort } from './short-requests.js';

/** Nodes with the same cause, by index; in each group, closest to an allocation first. */
export type GroupedNodes = readonly (readonly number[])[];

/** Combines the explanations of nodes, which are ready for JSON. `grouping`: groups computed from their counts, before some nodes received details. */
export function* explanationOf(
  nodes: readonly NodeExplanation[],
  checkpoint: Checkpoint,
  grouping?: GroupedNodes,
): Incremental<Explanation> {
  const groups = grouping ?? (yield* groupsOf(nodes, checkpoint));
  const at = (place: number): NodeExplanation => nodes[place] as NodeExplanation;
  const named = yield* mappingEach(
    groups,
    function* (places): Incremental<NodeGroup> {
      const names = yield* mapping(places, (place) => at(place).node, checkpoint);
      return { nodes: names, text: places[0] === undefined ? '' : at(places[0]).text };
    },
    checkpoint,
  );
  return { ...(yield* answerOf(nodes, checkpoint)), nodes, groups: named, suggestions: [] };
}

/** Returns the overall result as for the scheduler: an error ends its attempt, unless it is local to the node. */
function* answerOf(nodes: readonly NodeExplanation[], checkpoint: Checkpoint): Incremental<Pick<Explanation, 'kind' | 'by' | 'error'>> {
  const first = (holds: (node: NodeExplanation) => boolean): Incremental<NodeExplanation | undefined> => finding(nodes, holds, checkpoint);
  const fatal = yield* first(({ error }) => error?.nodeLocal === false);
  if (fatal?.error !== undefined) return { kind: 'error', error: copyOfError(fatal.error) };
  if ((yield* first(({ kind }) => kind === 'allocated')) !== undefined) return { kind: 'allocated' };
  const interrupted = yield* first(({ kind }) => kind === 'interrupted');
  if (interrupted?.by !== undefined) return { kind: 'interrupted', by: interrupted.by };
  const [one] = nodes;
  const isLocal = one?.error !== undefined && (yield* first(({ kind }) => kind !== 'error')) === undefined;
  return isLocal && one.error !== undefined ? { kind: 'error', error: copyOfError(one.error) } : { kind: 'unallocatable' };
}

/** The distance of a node from an allocation. */
interface Rank {
  /** The rank of its result kind. */
  readonly kind: number;
  /** True if the pod may run only on other nodes that it names. */
  readonly isForOthers: boolean;
  readonly unserved: number;
  readonly missing: number;
  /** The number of pods above a spread constraint, or 1 if other reasons reject the node. */
  readonly excess: number;
  /** The number of checks that the missing devices did not reach, summed over all requests. */
  readonly checksLeft: number;
  /** The false selector clauses on the closest missing devices, summed over all requests. */
  readonly falseClauses: number;
  /** The number of devices that the node can access, for an error before devices were counted. */
  readonly devices: number;
}

/** Groups nodes by cause. */
export function* groupsOf(nodes: readonly NodeExplanation[], checkpoint: Checkpoint): Incremental<GroupedNodes> {
  const ranks = yield* mapping(nodes, rank, checkpoint);
  const places = Array.from(nodes.keys());
  const ranked = yield* sorting(places, (left, right) => compareRanks(ranks[left] as Rank, ranks[right] as Rank), checkpoint);
  const groups = new Map<string, number[]>();
  for (const place of ranked) {
    if (checkpoint.due()) yield;
    entryIn(groups, causeOf(nodes[place] as NodeExplanation), (): number[] => []).push(place);
  }
  return [...groups.values()];
}

function rank(node: NodeExplanation): Rank {
  if (isBare(node)) return BARE;
  const { requests, unavailable, devices = 0, rejections = [] } = node;
  /** For each request, the missing devices of its closest alternative. */
  const missing = new Map<string, number>();
  for (const request of requests) {
    const key = `${request.claim} ${request.request.split('/')[0]}`;
    missing.set(key, Math.min(missing.get(key) ?? Number.POSITIVE_INFINITY, missingFor(request)));
  }
  const short = [...missing.values()].filter((devices) => devices > 0);
  return {
    kind: kindOf(node),
    isForOthers: rejections.some(isForOtherNodes),
    unserved: short.length + unavailable.length + rejections.length,
    missing: short.reduce((sum, devices) => sum + devices, 0),
    excess: largestOf(
      rejections.map(({ excess = 1 }) => excess),
      1,
    ),
    checksLeft: requests.filter(isShort).reduce((sum, { losses }) => sum + checksBehind(losses), 0),
    falseClauses: requests.reduce((sum, { falseClauses: clauses = [] }) => sum + distanceOf(clauses), 0),
    devices,
  };
}

/** Returns whether the call ended before the node was evaluated. */
function isBare({ kind, requests, unavailable, rejections }: NodeExplanation): boolean {
  return kind === 'interrupted' && requests.length === 0 && unavailable.length === 0 && rejections === undefined;
}

function missingFor(request: RequestExplanation): number {
  if (!isShort(request)) return 0;
  return request.wanted === 'All' ? 1 : Number(request.wanted) - request.left;
}

/**
 * Errors that end the scheduler's attempt come first, then allocations, then unallocatable nodes (including nodes with invalid pools).
 * Interruptions and other errors come last.
 */
const KINDS: readonly NodeExplanation['kind'][] = ['allocated', 'unallocatable', 'interrupted', 'error'];

const BARE: Rank = {
  kind: KINDS.indexOf('interrupted'),
  isForOthers: false,
  unserved: 0,
  missing: 0,
  excess: 1,
  checksLeft: 0,
  falseClauses: 0,
  devices: 0,
};

function kindOf({ kind, error, requests }: NodeExplanation): number {
  if (error?.nodeLocal === false) return -1;
  return KINDS.indexOf(error?.code === 'invalid-pools' && requests.length > 0 ? 'unallocatable' : kind);
}

function compareRanks(left: Rank, right: Rank): number {
  if (left === right) return 0;
  return (
    left.kind - right.kind ||
    Number(left.isForOthers) - Number(right.isForOthers) ||
    left.unserved - right.unserved ||
    left.missing - right.missing ||
    left.excess - right.excess ||
    left.checksLeft - right.checksLeft ||
    left.falseClauses - right.falseClauses ||
    // Such an error is the same on all nodes. So remedies are searched on a node with devices.
    right.devices - left.devices
  );
}

/** The rejections whose details begin with the domain of the node. */
const OF_DOMAINS: Partial<Readonly<Record<Rejection['code'], true>>> = {
  'topology-spread': true,
  'pod-affinity': true,
  'pod-anti-affinity': true,
  'existing-anti-affinity': true,
};

/** Returns the details of a rejection that distinguish causes, such as the taint. Omits amounts and pod names, which differ between nodes. */
function withoutFigures({ code, detail = '' }: Rejection): string {
  if (code === 'insufficient-resource') return '';
  // Each node is a domain of this label.
  if (code in OF_DOMAINS && detail.includes('kubernetes.io/hostname=')) return detail.split('=', 1)[0] as string;
  if (code === 'too-many-pods') return detail.replace(/\d+/g, '');
  return code === 'host-port' ? detail.replace(/ by pod .*$/s, '') : detail;
}

/**
 * Returns a text that is equal for nodes with the same cause. Counts do not matter. Only the requests that have too few devices
 * and the causes of their losses matter.
 */
function causeOf({ kind, by, error, rejections = [], requests, unavailable, text }: NodeExplanation): string {
  if (kind !== 'unallocatable') return error === undefined ? `${kind} ${by}` : JSON.stringify([kind, by, error.message]);
  const short = requests.filter(isShort).map(({ claim, request, left, losses, falseClauses }) => {
    const here = losses.filter(({ code }) => code !== 'other-node');
    return [
      claim,
      request,
      falseClauses,
      // Too few devices and no devices are different causes, even if this node has no losses.
      here.length === 0 && left > 0,
      here.map(({ code, selector, taint, attribute, capacity, counter }) => [
        code,
        selector?.class,
        selector?.index,
        taint,
        attribute,
        capacity,
        counter,
      ]),
    ];
  });
  const others = rejections.map((rejection) => [rejection.code, rejection.message, withoutFigures(rejection)]);
  return JSON.stringify([kind, others, short, unavailable, short.length === 0 && others.length === 0 ? text : '']);
}
