// Compares recorded decisions with our decisions. A resident cluster follows the recorded node after each step.

import { isDeepStrictEqual } from 'node:util';
import type { NodeJson, PodJson } from '../../../src/core/api/kinds.js';
import { createAllocator, type PodFilterResult } from '../../../src/index.js';
import { REJECTION_CODES } from '../../../src/scheduler/filters/rejection-codes.js';
import { comparable } from '../real/answers.mjs';
import type { KubeObject } from '../real/api.mjs';
import { KUBERNETES_VERSION } from '../real/build.mjs';
import { wordsOfFilters } from '../real/whole-pods.js';
import { advance, type CorpusStep } from './corpus.js';

/** A step with the pod and the other objects at that time. */
export interface Question {
  readonly step: CorpusStep;
  readonly pod: KubeObject;
  readonly objects: readonly KubeObject[];
  /** The plugins that reject a node or the pod here. */
  readonly plugins: readonly string[];
}

/** The differences between the recorded decisions and ours, and the questions. */
export interface CorpusComparison {
  readonly differences: readonly string[];
  readonly questions: readonly Question[];
}

/** Compares steps of clusters, each in the order of its recording. */
export async function compareCorpus(steps: readonly CorpusStep[]): Promise<CorpusComparison> {
  const allocator = await createAllocator({ kubernetesVersion: KUBERNETES_VERSION });
  const differences: string[] = [];
  const questions: Question[] = [];
  let objects = new Map<string, KubeObject>();
  let cluster = allocator.cluster();
  let current = -1;
  for (const step of steps) {
    if (step.cluster !== current) {
      objects = new Map();
      cluster = allocator.cluster();
      current = step.cluster;
    }
    const follow = (delta: CorpusStep['before']): void => {
      cluster.remove(delta.gone.map((key) => objects.get(key)) as unknown as readonly NodeJson[]);
      cluster.apply(delta.put as unknown as readonly NodeJson[]);
      advance(objects, delta);
    };
    follow(step.before);
    const pod = objects.get(step.pod) as KubeObject;
    const result = cluster.filter({ pod: pod as unknown as PodJson });
    const plugins = [...result.rejections.values()].flatMap((reasons) => reasons.map(({ code }) => REJECTION_CODES[code].plugin));
    questions.push({ step, pod, objects: [...objects.values()].filter((object) => object !== pod), plugins });
    differences.push(...differencesOf(step, result).map((text) => `cluster ${step.cluster}, ${step.pod}: ${text}`));
    follow(step.after);
  }
  return { differences, questions };
}

function differencesOf({ pod, decision, after }: CorpusStep, result: PodFilterResult): readonly string[] {
  if (result.kind !== 'complete') return [`interrupted by ${result.by}`];
  if (result.notLookedAt.length > 0) return [`not considered: ${result.notLookedAt.join()}`];
  const { feasible, scores, message } = result;
  const fatal = [...result.errors.values()].find(({ nodeLocal }) => !nodeLocal);
  const scored = feasible.map((name, index) => `${name} ${scores[index]}`).join();
  if (!('node' in decision)) {
    const theirs = 'refused' in decision ? wordsOfFilters(decision.refused).replace(/^\w+: /, '') : '';
    if (fatal !== undefined)
      return theirs.includes(fatal.message) ? [] : [`error\n    scheduler ${theirs}\n    here      ${fatal.message}`];
    if (message === undefined) return [`has no node, feasible here is [${scored}]\n    scheduler ${theirs}`];
    return message === theirs ? [] : [`other words\n    scheduler ${theirs}\n    here      ${message}`];
  }
  const index = feasible.indexOf(decision.node);
  if (index < 0) return [`is on ${decision.node}, feasible here is [${scored}]: ${message} ${JSON.stringify([...result.rejections])}`];
  if (scores[index] !== Math.max(...scores)) return [`is on ${decision.node}, scores here are ${scored}`];
  const outcome = result.outcome(decision.node);
  const ours = outcome.kind === 'allocated' ? outcome.allocations.map(comparable).filter((one) => one !== null) : [];
  const name = pod.replace(/^.*\//, '');
  const theirs = after.put.filter(
    ({ kind, status }) => kind === 'ResourceClaim' && status?.reservedFor?.some((user: { name: string }) => user.name === name),
  );
  const missing = theirs.filter(({ status }) => !ours.some((one) => isDeepStrictEqual(one, comparable(status.allocation))));
  return missing.length === 0
    ? []
    : [`claims\n    scheduler ${JSON.stringify(missing.map(({ status }) => status.allocation))}\n    here      ${JSON.stringify(ours)}`];
}
