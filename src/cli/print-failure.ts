// Why a group got no devices, in words for people.

import type { AllocationError } from '../errors.js';
import type { NodeExplanation, RequestExplanation } from '../explain/why.js';
import type { GroupResult } from './placement.js';

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
      return `not allocatable on ${countOf(result.explanation.nodes.length, 'node')}${describeNodes(result.explanation.nodes, result.errors)}`;
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

function describeNodes(nodes: readonly NodeExplanation[], errors: ReadonlyMap<string, AllocationError>): string {
  const byReason = new Map<string, string[]>();
  for (const node of nodes) {
    const error = errors.get(node.node);
    const lines = [...new Set([...(error === undefined ? [] : [error.message]), ...reasonsOf(node)])];
    const reason = lines.map((line) => `\n    ${line}`).join('');
    const names = byReason.get(reason);
    if (names === undefined) byReason.set(reason, [node.node]);
    else names.push(node.node);
  }
  const shown = [...byReason].slice(0, MAX_REASONS).map(([reason, names]) => `\n  ${nameSome('node', names)}:${reason}`);
  if (byReason.size > MAX_REASONS) shown.push(`\n  other nodes: ${byReason.size - MAX_REASONS} more reasons, see them with --node`);
  return shown.join('');
}

function reasonsOf({ error, requests, pools, together }: NodeExplanation): string[] {
  const lines = error === undefined ? [] : [error];
  lines.push(...requests.map(describeRequest));
  for (const { pool, problem } of pools) lines.push(`pool ${pool} does not count, it is ${problem}`);
  if (together) lines.push('each request alone could be served, but not all of them together');
  return lines;
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
