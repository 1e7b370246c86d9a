// Describes why a group was not placed.

import type { InterruptedSelector } from '../../../allocator/encode/interrupted-selector.js';
import type { Limits } from '../../../allocator/evaluate/limits.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { inOneGo } from '../../../core/base/incremental.js';
import { count, some } from '../../../core/base/words.js';
import type { ConflictMember, Loss, NodeExplanation, RequestExplanation } from '../../../explain/explanation.js';
import { explanationOf } from '../../../explain/groups.js';
import { requestInWords } from '../../../explain/request-names.js';
import { formatDuration } from '../duration.js';
import { linesOfError } from '../message.js';
import type { GroupResult, RejectedNode, Unallocatable } from '../placement/group-result.js';

/** The most distinct reasons. */
const MAX_REASONS = 10;

/** The most names in a message; others are only counted. */
const MAX_NAMES = 3;

/** The most causes; -o wide shows all of them. */
const MAX_LOSSES = 6;

/** The context of a description. */
export interface FailureContext {
  /** The end of an error's first line. */
  readonly hint?: string;
  /** Also counts devices that the node does not reach, and lists every reason for rejections. */
  readonly wide?: boolean;
  /** The limits of the search. */
  readonly limits?: Limits;
}

/** Describes a group that was not placed: one line, then indented lines with the reasons. */
export function describeFailure(result: Exclude<GroupResult, { kind: 'placed' }>, context: FailureContext = {}): readonly string[] {
  switch (result.kind) {
    case 'problem':
      return [result.problem.message, ...(result.problem.hint === undefined ? [] : [`  ${result.problem.hint}`])];
    case 'no-node':
      return [`not allocatable: ${result.message}${context.hint ?? ''}`];
    case 'interrupted':
      return describeInterruption(result, context.limits);
    case 'error':
      return describeError(result, context);
    case 'unallocatable':
      return describeUnallocatable(result, context);
  }
}

/** Returns the scheduler's message about a rejected pod, followed by the first line of the explanation of the nearest node. */
function describeUnallocatable({ nodes, unexplained, pod }: Unallocatable, context: FailureContext): readonly string[] {
  const { hint = '' } = context;
  const first =
    pod === undefined
      ? [`not allocatable on ${count(nodes.length + unexplained, 'node')}`]
      : [
          pod.message,
          ...(hint === '' ? [] : [`  ${hint.replace(/^, /, '')}`]),
          ...(pod.preemption === undefined ? [] : [`  ${pod.preemption}`]),
        ];
  return [...first, ...nearestInWords(nodes, nodes.length + unexplained), ...describeNodes(nodes, unexplained, context)];
}

/** If filters reject other nodes that may have devices, a node without devices is not the closest. */
function nearestInWords(nodes: readonly RejectedNode[], all: number): readonly string[] {
  const areRejected = nodes.some(({ rejections = [] }) => rejections.length > 0);
  const counted = nodes
    .map(({ explanation }) => explanation)
    .filter(({ kind, requests }) => kind === 'unallocatable' && requests.length > 0)
    .filter(({ requests }) => !areRejected || requests.some((request) => devicesHere(request) > 0));
  const [nearest] = inOneGo(explanationOf(counted, UNLIMITED)).groups;
  if (nearest === undefined || nearest.text === '') return [];
  return [all === 1 ? `  because ${nearest.text}` : `  closest node ${nearest.nodes[0]}: ${nearest.text}`];
}

/** Describes the limit that ended the search, and the interrupted selector, if any. */
function describeInterruption(
  { interruption, nodes }: Extract<GroupResult, { kind: 'interrupted' }>,
  limits: Limits | undefined,
): readonly string[] {
  const text = `interrupted by ${describeLimit(interruption.by, limits)} on ${nameSome('node', nodes)}; the devices may still fit`;
  return interruption.by === 'selector' ? [text, `  ${describeSelector(interruption.selector)}`] : [text];
}

function describeSelector({ claim, request, class: className, index, attribute, device, expression }: InterruptedSelector): string {
  const what = attribute === undefined ? `selector #${index}` : `derived attribute ${attribute}`;
  const owner = className === undefined ? `claim ${claim}, request ${request}` : `class ${className}`;
  return `${owner}: ${what} exceeds the work limit on device ${device} (Kubernetes has no such limit): ${expression}`;
}

/** Returns the option that sets a limit, with its value. */
function describeLimit(by: string, { steps, selectorWork, milliseconds }: Limits = {}): string {
  if (by === 'selector')
    return selectorWork === undefined ? 'the work limit of selectors (--selector-work)' : `--selector-work ${selectorWork}`;
  if (by === 'steps' && steps !== undefined) return `--steps ${steps}`;
  if (by === 'milliseconds' && milliseconds !== undefined) return `--timeout ${formatDuration(milliseconds)}`;
  return `the limit of ${by}`;
}

function describeError(
  { error, node, feasible }: Extract<GroupResult, { kind: 'error' }>,
  { hint = '' }: FailureContext,
): readonly string[] {
  const [first = '', ...others] = linesOfError(error);
  const lines = others.length === 0 ? [first + hint] : [first, ...others.slice(0, -1), others.at(-1) + hint];
  return [...lines, ...describeErrorNode(node, feasible)];
}

function describeErrorNode(node: string | undefined, feasible: number): readonly string[] {
  if (node === undefined) return [];
  const others =
    feasible === 0
      ? ''
      : `; the devices would fit on ${count(feasible, 'other node')}, but such an error ends the attempt of the scheduler`;
  return [`  found on node ${node}${others}`];
}

/** Groups nodes with equal reasons. */
function describeNodes(nodes: readonly RejectedNode[], unexplained: number, context: FailureContext): readonly string[] {
  const byReasons = new Map<string, { readonly reasons: readonly string[]; readonly names: string[] }>();
  for (const node of nodes) {
    const reasons = reasonsOf(node, context);
    entryIn(byReasons, JSON.stringify(reasons), () => ({ reasons, names: [] as string[] })).names.push(node.explanation.node);
  }
  const groups = [...byReasons.values()];
  const left = unexplained + groups.slice(MAX_REASONS).reduce((sum, { names }) => sum + names.length, 0);
  const shown = groups
    .slice(0, MAX_REASONS)
    .flatMap(({ reasons, names }) => [`  ${nameSome('node', names)}:`, ...reasons.map((reason) => `    ${reason}`)]);
  return left > 0 ? [...shown, `  ${count(left, 'more node')}: use --node to see one of them`] : shown;
}

/** Returns the reasons of a node, one per line. */
export function reasonsOf({ explanation, error, rejections = [] }: RejectedNode, context: FailureContext): string[] {
  const { requests, unavailable, pools } = explanation;
  const errors = new Set([error?.message, explanation.error?.message].filter((message) => message !== undefined));
  return [
    ...rejections,
    ...errors,
    ...(explanation.kind === 'interrupted' ? [explanation.text] : []),
    ...unavailable
      .filter((claim) => !errors.has(claim.reason))
      .map((claim) => `claim ${claim.claim} is already allocated, but ${claim.reason}`),
    ...requests.map((request) => describeRequest(request, context)),
    ...pools.map(({ pool, problem }) => `pool ${pool} is ignored, since it is ${problem}`),
    ...describeConflict(explanation),
  ];
}

/** Returns the conflict, unless the counts show it, as for a request with too few devices. */
function describeConflict({ conflict, requests }: NodeExplanation): string[] {
  if (conflict === undefined) return [];
  const { members, text } = conflict;
  const isShort = (member: ConflictMember): boolean =>
    requests.some(({ claim, alternative, request, wanted: requestedCount, left }) => {
      const isOwn = claim === member.claim && alternative === member.alternative && request.split('/')[0] === member.request;
      return isOwn && (requestedCount === 'All' ? left === 0 : left < requestedCount);
    });
  const isSaid = members.length === 1 && members[0]?.request === undefined;
  return isSaid || members.every(isShort) ? [] : [text];
}

/** Returns the number of devices that the node of a request can access. */
function describeRequest(counted: RequestExplanation, { wide = false }: FailureContext): string {
  const { claim, total, left, wanted: requestedCount, losses } = counted;
  const here = devicesHere(counted);
  const elsewhere = total - here;
  const lossTexts = describeLosses(
    losses.filter(({ code }) => code !== 'other-node'),
    wide,
  );
  const needed = requestedCount === 'All' ? 'all devices' : count(requestedCount, 'device');
  const rest = lossTexts.length === 0 ? '' : ` (${lossTexts.join(', ')})`;
  const counts = here === 0 ? 'this node has none' : `${left} of ${here} on this node available${rest}`;
  const others = elsewhere > 0 && (wide || here === 0) ? `; ${elsewhere} on other nodes` : '';
  return `claim ${claim}, ${requestInWords(counted)}: needs ${needed}, ${counts}${others}`;
}

/** Returns the number of devices that the node of a request reaches. */
function devicesHere({ total, losses }: RequestExplanation): number {
  return total - sumOf(losses.filter(({ code }) => code === 'other-node'));
}

function describeLosses(losses: readonly Loss[], wide: boolean): string[] {
  const shown = wide ? losses : losses.slice(0, MAX_LOSSES);
  const others = losses.slice(shown.length);
  const named = shown.map((loss) => `${loss.count} ${loss.detail}`);
  return others.length === 0 ? named : [...named, `${sumOf(others)} for ${count(others.length, 'other reason')}: see -o wide`];
}

function sumOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, { count: number }) => sum + number, 0);
}

function nameSome(noun: string, names: readonly string[]): string {
  return `${noun}${names.length === 1 ? '' : 's'} ${some(names, MAX_NAMES)}`;
}
