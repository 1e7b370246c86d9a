// The answers of commands about one pending pod: `allocate`, `nodes` and `explain`.

import { Placement } from '../../src/apps/cli/placement/placement.js';
import { decodeObjects } from '../../src/core/api/objects.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import type { Json } from '../../src/core/base/json.js';
import { type FeatureOptions, resolveFeatures } from '../../src/core/features/features.js';
import type { Suggestion } from '../../src/explain/explanation.js';
import type { Allocator } from '../../src/index.js';
import { type ClaimGroup, claimGroups } from '../../src/scheduler/pods/claims.js';
import { QuotaLedger } from '../../src/scheduler/pods/quota.js';
import type { PodProblem } from './pod-suggestions.js';

/** The kinds of the answers, and the suggestions of `explain`. */
export interface CommandAnswers {
  readonly allocate: string;
  readonly nodes: string;
  readonly explain: string;
  readonly suggestions: readonly Suggestion[];
}

/** Runs each command for a pod, in a separate cluster. */
export function commandsFor(allocator: Allocator, options: FeatureOptions, problem: PodProblem): CommandAnswers {
  const { result, explanation } = asked(allocator, options, problem, (placement, group) => placement.explain(group, true));
  const survey = asked(allocator, options, problem, (placement, group) => placement.survey(group));
  return {
    allocate: asked(allocator, options, problem, (placement, group) => kindOf(placement.place(group).kind)),
    nodes: survey.kind === 'survey' ? (survey.fitting.length > 0 ? 'allocated' : 'unallocatable') : kindOf(survey.kind),
    explain: `${explanation?.kind ?? 'none'}${kindOf(result.kind) === explanation?.kind ? '' : ` beside ${result.kind}`}`,
    suggestions: explanation?.suggestions ?? [],
  };
}

/** The kind of an outcome. A pod with a missing object, and one without nodes, count as unallocatable. */
function kindOf(kind: string): string {
  if (kind === 'placed') return 'allocated';
  return kind === 'problem' || kind === 'no-node' ? 'unallocatable' : kind;
}

function asked<T>(
  allocator: Allocator,
  options: FeatureOptions,
  { pod, objects }: PodProblem,
  ask: (placement: Placement, group: ClaimGroup) => T,
): T {
  const features = resolveFeatures(options);
  const set = decodeObjects([...objects, pod].map((value) => ({ value: value as Json })));
  const cluster = allocator.cluster();
  cluster.parts.cluster.apply(set);
  const placement = new Placement(cluster, set.nodes, { workloads: set.workloads });
  const { name } = (pod as { readonly metadata: { readonly name: string } }).metadata;
  const quotas = inOneGo(QuotaLedger.of(set, features.extendedResource));
  for (const group of claimGroups({ ...set, features, quotas, takesPluginPods: true, takesPodsWithoutClaims: true }))
    if (group.pod?.metadata.name === name) return ask(placement, group);
  throw new Error(`no group for pod ${name}`);
}
