// Converts a placed or rejected group to the answer that the page shows.

import { deviceId } from '../../../allocator/pools/pool.js';
import { objectName } from '../../../core/api/meta.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { DeviceName, Explanation, NodeExplanation } from '../../../explain/explanation.js';
import { requestInShort } from '../../../explain/request-names.js';
import { goalRemark } from '../../../explain/text/headline.js';
import type { GroupResult } from '../../cli/placement/group-result.js';
import type { AllocatedDevice, ExplanationAnswer, GroupAnswer } from '../protocol.js';
import type { PlacedGroup } from './run.js';

/** The most causes, suggestions and node names on the page. */
const MAX_CAUSES = 20;
const MAX_SUGGESTIONS = 12;
const MAX_NAMED_NODES = 12;

/** A device and the claim and request that it is allocated to. */
export interface AllocatedTo extends DeviceName {
  readonly claim: string;
  readonly request: string;
}

/** Returns the answer for a group. */
export function groupAnswer({ group, result, explanation }: PlacedGroup): GroupAnswer {
  const node = result.kind === 'placed' ? result.node : undefined;
  return {
    name: group.name,
    outcome: OUTCOMES[result.kind],
    ...(node === undefined ? {} : { node }),
    text: textOf(result, explanation),
    picks: allocatedTo(result).map((allocation) => deviceAnswer(allocation, explanation)),
    ...(explanation === undefined ? {} : { explanation: explanationAnswer(explanation) }),
  };
}

const OUTCOMES: Readonly<Record<GroupResult['kind'], GroupAnswer['outcome']>> = {
  placed: 'placed',
  unallocatable: 'refused',
  problem: 'refused',
  'no-node': 'refused',
  error: 'error',
  interrupted: 'interrupted',
};

function textOf(result: GroupResult, explanation: Explanation | undefined): string {
  switch (result.kind) {
    case 'placed':
      return `fits on node ${result.node}`;
    case 'unallocatable':
      return explanation?.groups[0]?.text ?? result.pod?.message ?? result.nodes[0]?.explanation.text ?? 'fits on no node';
    case 'problem':
      return explanation?.groups[0]?.text ?? result.problem.message;
    case 'no-node':
      return result.message;
    case 'error':
      return result.error.message;
    case 'interrupted':
      return 'not decided: the search reached its time limit';
  }
}

/** Returns the devices in the allocations of a group's claims. */
export function allocatedTo(result: GroupResult): readonly AllocatedTo[] {
  if (result.kind !== 'placed') return [];
  return result.claims.flatMap(({ allocated }) => devicesIn(allocated));
}

function devicesIn({ metadata, status }: ResourceClaim): readonly AllocatedTo[] {
  const claim = objectName(metadata);
  return (status.allocation?.results ?? []).map(({ driver, pool, device, request }) => ({ claim, request, driver, pool, device }));
}

function deviceAnswer({ claim, request, driver, pool, device }: AllocatedTo, explanation: Explanation | undefined): AllocatedDevice {
  const id = deviceId(driver, pool, device);
  const explainedSelection = explanation?.nodes[0]?.picks?.find(
    ({ device: other }) => deviceId(other.driver, other.pool, other.device) === id,
  );
  return { claim, request, device, ...(explainedSelection === undefined ? {} : { why: explainedSelection.why }) };
}

/** Returns the node whose counts are shown: the first of the nearest cause. */
export function nearestNode({ nodes, groups }: Explanation): NodeExplanation | undefined {
  return nodes.find(({ node }) => node === groups[0]?.nodes[0]) ?? nodes[0];
}

function explanationAnswer(explanation: Explanation): ExplanationAnswer {
  const node = nearestNode(explanation);
  return {
    causes: explanation.groups.slice(0, MAX_CAUSES).map(({ nodes, text }) => ({ nodes: nodes.slice(0, MAX_NAMED_NODES), text })),
    ...(node === undefined ? {} : { node: node.node }),
    requests: (node?.requests ?? []).map(({ wanted: requestedCount, total, left, losses, ...named }) => ({
      name: requestInShort(named),
      wanted: String(requestedCount),
      total,
      left,
      losses: losses.map(({ count, detail }) => ({ count, detail })),
    })),
    ...(node?.conflict === undefined ? {} : { conflict: node.conflict.text }),
    suggestions: explanation.suggestions.slice(0, MAX_SUGGESTIONS).map((suggestion) => {
      const { text, by, patches } = suggestion;
      return { text: `${text}${goalRemark(suggestion)}`, by, patches };
    }),
  };
}
