// Why a group got no devices, in words for people.

import { entryIn } from '../../base/entry-in.js';
import { count, some } from '../../base/words.js';
import type { InterruptedSelector } from '../../encode/interrupted-selector.js';
import type { Limits } from '../../evaluate/limits.js';
import type { Count, RequestExplanation } from '../../explain/explanation.js';
import type { SelectorText } from '../cel/selector-text.js';
import { formatDuration } from '../duration.js';
import type { GroupResult, RefusedNode, Unallocatable } from '../placement/group-result.js';

/** More kinds of reasons say nothing new. */
const MAX_REASONS = 10;

/** More names than these are only counted. */
const MAX_NAMES = 3;

/** More ways to be refused are only counted; -o wide has them all. */
const MAX_REFUSALS = 6;

/** The facts that a description may draw on. */
export interface FailureContext {
  /** To end the first line of an error with. */
  readonly hint?: string;
  /** Gives selectors their expressions. */
  readonly selectorText?: SelectorText;
  /** Counts also the devices that the node does not reach, and names every way in which devices are refused. */
  readonly wide?: boolean;
  /** The limits of the search. */
  readonly limits?: Limits;
}

/** Describes a group that was not placed: one line, then indented ones with the reasons. */
export function describeFailure(result: Exclude<GroupResult, { kind: 'placed' }>, context: FailureContext = {}): string {
  switch (result.kind) {
    case 'problem':
      return result.problem.message + (result.problem.hint === undefined ? '' : `\n  ${result.problem.hint}`);
    case 'no-node':
      return `not allocatable: ${result.message}`;
    case 'interrupted':
      return describeInterruption(result, context.limits);
    case 'error':
      return result.error.message + (context.hint ?? '') + describeErrorNode(result.node, result.feasible);
    case 'unallocatable':
      return describeUnallocatable(result, context);
  }
}

/** A pod is refused in the scheduler's own words. */
function describeUnallocatable({ nodes, unexplained, pod }: Unallocatable, context: FailureContext): string {
  const first = pod?.message ?? `not allocatable on ${count(nodes.length + unexplained, 'node')}`;
  return first + describeNodes(nodes, unexplained, context);
}

/** The limit that came first; a selector that it ended stands below. */
function describeInterruption({ interruption, nodes }: Extract<GroupResult, { kind: 'interrupted' }>, limits: Limits | undefined): string {
  const text = `interrupted by ${describeLimit(interruption.by, limits)} on ${nameSome('node', nodes)}; this does not mean that nothing fits`;
  return interruption.by === 'selector' ? `${text}\n  ${describeSelector(interruption.selector)}` : text;
}

function describeSelector({ claim, request, class: className, index, attribute, device, expression }: InterruptedSelector): string {
  const what = attribute === undefined ? `selector #${index}` : `derived attribute ${attribute}`;
  const owner = className === undefined ? `claim ${claim}, request ${request}` : `class ${className}`;
  return `${owner}: ${what} takes too much work on device ${device}, which Kubernetes would do: ${expression}`;
}

/** The option that sets a limit, with its value. */
function describeLimit(by: string, { steps, selectorWork, milliseconds }: Limits = {}): string {
  if (by === 'selector')
    return selectorWork === undefined ? 'the limit on the work of a selector (see --selector-work)' : `--selector-work ${selectorWork}`;
  if (by === 'steps' && steps !== undefined) return `--steps ${steps}`;
  if (by === 'milliseconds' && milliseconds !== undefined) return `--timeout ${formatDuration(milliseconds)}`;
  return `the limit of ${by}`;
}

function describeErrorNode(node: string | undefined, feasible: number): string {
  if (node === undefined) return '';
  const others =
    feasible === 0
      ? ''
      : `; the devices would fit on ${count(feasible, 'other node')}, but the scheduler ends its attempt at such an error`;
  return `\n  found on node ${node}${others}`;
}

/** Nodes with the same reasons stand together. */
function describeNodes(nodes: readonly RefusedNode[], unexplained: number, context: FailureContext): string {
  const byReason = new Map<string, string[]>();
  for (const node of nodes) {
    const reason = reasonsOf(node, context)
      .map((line) => `\n    ${line}`)
      .join('');
    entryIn(byReason, reason, (): string[] => []).push(node.explanation.node);
  }
  const groups = [...byReason];
  const left = unexplained + groups.slice(MAX_REASONS).reduce((sum, [, names]) => sum + names.length, 0);
  const shown = groups.slice(0, MAX_REASONS).map(([reason, names]) => `\n  ${nameSome('node', names)}:${reason}`);
  if (left > 0) shown.push(`\n  ${count(left, 'more node')}: see one of them with --node`);
  return shown.join('');
}

/** The reasons of a node, each a line. */
export function reasonsOf({ explanation, error, refusals = [] }: RefusedNode, context: FailureContext): string[] {
  const { requests, unavailable, pools, together, inTheWay, reason } = explanation;
  const errors = new Set([error?.message, explanation.error].filter((message) => message !== undefined));
  return [
    ...refusals,
    ...errors,
    ...unavailable
      .filter((claim) => !errors.has(claim.reason))
      .map((claim) => `claim ${claim.claim} is allocated already, and ${claim.reason}`),
    ...requests.map((request) => describeRequest(request, context)),
    ...pools.map(({ pool, problem }) => `pool ${pool} does not count, it is ${problem}`),
    ...(together && unavailable.length === 0
      ? [
          `each request alone could be served, but not all of them together${describeObstacles(inTheWay)}`,
          ...(reason === undefined ? [] : [reason.text]),
        ]
      : []),
  ];
}

/** Counts what the node reaches: in a large cluster every other number is about devices that are out of the question. */
function describeRequest(request: RequestExplanation, { wide = false, selectorText }: FailureContext): string {
  const { claim, devices, remaining, wanted, otherNodes, refusedBy, leftOut } = request;
  const named = refusedBy.map(({ what, devices: number }) => ({
    what: selectorText?.(claim, request.request, what) ?? what,
    devices: number,
  }));
  const gone = [
    ...counted(request.notCounted, 'in pools that do not count'),
    ...leftOut.flatMap(({ what, devices: number }) => counted(number, `in ${what}`)),
    ...counted(request.taken, 'taken'),
    ...describeRefusals(named, wide),
  ];
  const wants = wanted === 'All' ? 'all devices' : count(wanted, 'device');
  const here = devices - otherNodes;
  const rest = gone.length === 0 ? '' : ` (${gone.join(', ')})`;
  const counts = here === 0 ? 'there is none on this node' : `${remaining} of ${here} on this node can be used${rest}`;
  const others = otherNodes > 0 && (wide || here === 0) ? `; ${otherNodes} on other nodes` : '';
  return `claim ${claim}, request ${request.request}: wants ${wants}, ${counts}${describeAlone(request)}${others}`;
}

function describeRefusals(refusedBy: readonly Count[], wide: boolean): string[] {
  const shown = wide ? refusedBy : refusedBy.slice(0, MAX_REFUSALS);
  const left = refusedBy.slice(shown.length);
  const more = left.reduce((sum, { devices }) => sum + devices, 0);
  return [
    ...shown.flatMap(({ what, devices }) => counted(devices, `refused by ${what}`)),
    ...(left.length === 0 ? [] : [`${more} refused in ${count(left.length, 'other way')}, see -o wide`]),
  ];
}

/** Describes a request for which there would be enough devices if each could be picked beside the others. */
function describeAlone({ wanted, remaining, alone, inTheWay }: RequestExplanation): string {
  const isEnough = wanted === 'All' ? inTheWay.length > 0 : remaining >= wanted;
  if (alone !== false || !isEnough) return '';
  const number = wanted === 'All' ? 'all' : String(wanted);
  return wanted === 1 ? describeObstacles(inTheWay) : `, but not ${number} of them together${describeObstacles(inTheWay)}`;
}

/** Several obstacles: each of them is one, so that it is enough to overcome any of them. */
function describeObstacles(inTheWay: readonly string[]): string {
  const [first, ...others] = inTheWay;
  if (first === undefined) return '';
  return `, because of ${others.length === 0 ? first : `each of ${some(inTheWay, MAX_NAMES)}`}`;
}

function counted(devices: number, what: string): string[] {
  return devices === 0 ? [] : [`${devices} ${what}`];
}

function nameSome(noun: string, names: readonly string[]): string {
  return `${noun}${names.length === 1 ? '' : 's'} ${some(names, MAX_NAMES)}`;
}
