// Why a group got no devices, in words for people.

import type { RequestExplanation } from '../explain/why.js';
import type { GroupResult, RefusedNode } from './placement.js';

/** More kinds of reasons say nothing new. */
const MAX_REASONS = 10;

/** More names than these are only counted. */
const MAX_NAMES = 3;

/** What became of a group that was not placed: one line, then indented ones with the reasons. */
export function describeFailure(result: Exclude<GroupResult, { kind: 'placed' }>): string {
  switch (result.kind) {
    case 'problem':
      return result.problem.message + (result.problem.hint === undefined ? '' : `\n  ${result.problem.hint}`);
    case 'no-node':
      return `not allocatable: ${result.message}`;
    case 'interrupted':
      return `interrupted by the limit of ${result.by} on ${nameSome('node', result.nodes)}; this does not mean that nothing fits`;
    case 'error':
      return result.error.message + describeErrorNode(result.node, result.feasible);
    case 'unallocatable':
      return `not allocatable on ${countOf(result.nodes.length + result.unexplained, 'node')}${describeNodes(result.nodes, result.unexplained)}`;
  }
}

function describeErrorNode(node: string | undefined, feasible: number): string {
  if (node === undefined) return '';
  const others =
    feasible === 0
      ? ''
      : `; the devices would fit on ${countOf(feasible, 'other node')}, but the scheduler ends its attempt at such an error`;
  return `\n  found on node ${node}${others}`;
}

/** Nodes with the same reasons stand together. */
function describeNodes(nodes: readonly RefusedNode[], unexplained: number): string {
  const byReason = new Map<string, string[]>();
  for (const node of nodes) {
    const reason = reasonsOf(node)
      .map((line) => `\n    ${line}`)
      .join('');
    const names = byReason.get(reason);
    if (names === undefined) byReason.set(reason, [node.explanation.node]);
    else names.push(node.explanation.node);
  }
  const groups = [...byReason];
  const left = unexplained + groups.slice(MAX_REASONS).reduce((sum, [, names]) => sum + names.length, 0);
  const shown = groups.slice(0, MAX_REASONS).map(([reason, names]) => `\n  ${nameSome('node', names)}:${reason}`);
  if (left > 0) shown.push(`\n  ${countOf(left, 'more node')}: see one of them with --node`);
  return shown.join('');
}

function reasonsOf({ explanation, error, elsewhere }: RefusedNode): string[] {
  const { requests, pools, together } = explanation;
  const errors = new Set([error?.message, explanation.error].filter((message) => message !== undefined));
  return [
    ...errors,
    ...elsewhere.map((claim) => `claim ${claim} is allocated already, and its devices cannot be used from here`),
    ...requests.map(describeRequest),
    ...pools.map(({ pool, problem }) => `pool ${pool} does not count, it is ${problem}`),
    ...(together && elsewhere.length === 0 ? ['each request alone could be served, but not all of them together'] : []),
  ];
}

function describeRequest(request: RequestExplanation): string {
  const { devices, remaining, wanted } = request;
  const gone = [
    ...counted(request.otherNodes, 'on other nodes'),
    ...counted(request.notCounted, 'in pools that do not count'),
    ...counted(request.taken, 'taken'),
    ...request.refusedBy.flatMap(({ what, devices: count }) => counted(count, `refused by ${what}`)),
  ];
  const wants = wanted === 'All' ? 'all devices' : countOf(wanted, 'device');
  const rest = gone.length === 0 ? '' : ` (${gone.join(', ')})`;
  return `claim ${request.claim}, request ${request.request}: wants ${wants}, ${remaining} of ${devices} can be used${rest}`;
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}`];
}

function countOf(count: number | bigint, noun: string): string {
  return `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

function nameSome(noun: string, names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `${noun}${names.length === 1 ? '' : 's'} ${shown}${more}`;
}
