import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../src/explain/explanation.js';
import { AllocationError, createAllocator, type KubernetesObjectJson, type PodJson } from '../../../src/index.js';
import { diff, fit as replicasThatFit } from '../../../src/planning/index.js';
import { cases } from '../../support/extent.js';
import { commandsFor } from '../../support/pod-commands.js';
import { type PodProblem, wrongForPod } from '../../support/pod-suggestions.js';
import { EDGE_GATES, edgeChoices, edgePod, inTemplates } from './edge-pods.js';

const options = { featureGates: EDGE_GATES };
const allocator = await createAllocator(options);

/** Returns the kind of an answer. An error of the input is an answer too. */
function kindOf(call: () => string): string {
  try {
    return call();
  } catch (error) {
    if (error instanceof AllocationError) return 'error';
    throw error;
  }
}

/** The kinds of the answers of the library, and its suggestions. */
function libraryFor({ pod, objects }: PodProblem): {
  readonly kinds: Readonly<Record<string, string>>;
  readonly suggestions: readonly Suggestion[];
} {
  const cluster = allocator.cluster();
  cluster.apply(objects as KubernetesObjectJson[]);
  const asked = pod as PodJson;
  let suggestions: readonly Suggestion[] = [];
  const verdict = (fits: boolean): string => (fits ? 'allocated' : 'unallocatable');
  const kinds = {
    filter: kindOf(() => {
      const result = cluster.filter({ pod: asked });
      const isEnded = [...result.errors.values()].some(({ nodeLocal }) => !nodeLocal);
      return isEnded ? 'error' : verdict(result.kind === 'complete' && result.feasible.length > 0);
    }),
    library: kindOf(() => {
      const explanation = cluster.explain({ pod: asked });
      suggestions = explanation.suggestions;
      return explanation.kind;
    }),
    fit: verdict(replicasThatFit(cluster, { pod: asked, most: 3 }).count > 0),
  };
  diff(cluster, cluster, { with: [pod as KubernetesObjectJson] });
  return { kinds, suggestions };
}

describe('explanations of pods and claims at their edges', () => {
  it('are the same from all commands and from the library, and suggest what helps', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(edgeChoices, (choices) => {
        const problem = edgePod(choices);
        const { kinds, suggestions } = libraryFor(problem);
        const { suggestions: ofCommand, ...commands } = commandsFor(allocator, options, problem);
        const { filter = '' } = kinds;
        seen.set(filter, (seen.get(filter) ?? 0) + 1);
        seen.set('suggested', (seen.get('suggested') ?? 0) + Number(suggestions.length > 0));
        const wrong = [suggestions, ofCommand].flatMap((each) => wrongForPod(allocator, problem, inTemplates(each)));
        // Replicas are pods with other names, for which no claim is reserved.
        const isReserved = choices.named.some(({ isItsOwn }) => isItsOwn);
        const same = {
          filter,
          library: filter,
          fit: isReserved ? kinds['fit'] : filter === 'error' ? 'unallocatable' : filter,
          allocate: filter,
          nodes: filter,
          explain: filter,
        };
        expect({ ...kinds, ...commands, wrong }).toEqual({ ...same, wrong: [] });
      }),
      { numRuns: cases(20, 120) },
    );
    // The generator makes enough problems of each kind.
    expect(Math.min(...['allocated', 'unallocatable', 'suggested'].map((kind) => seen.get(kind) ?? 0))).toBeGreaterThan(cases(1, 10));
  });

  it('try the devices of a new node there, also if another node is labelled', () => {
    const plain = { cpu: undefined, pods: '0', plugged: undefined, isCordoned: false, isTainted: false, devices: undefined } as const;
    // The consumption of the device cannot be computed, so no node with such a device helps.
    const mapped = { capacity: { value: '0', requestPolicy: undefined }, isShared: false, isMapped: true, isTainted: false } as const;
    const unused = { requests: [], allocation: undefined, consumers: 0, isItsOwn: false, isDeleted: false } as const;
    const problem = edgePod({
      nodes: [plain, { ...plain, devices: [mapped] }, plain],
      named: [
        { ...unused, requests: [] },
        { ...unused, requests: [] },
      ],
      template: [{ form: 'exact', count: 0, amount: undefined }],
      holders: [],
      pod: { cpu: undefined, extended: undefined, claims: [], port: false, selector: 'n0', isGated: false, tolerates: false },
      runningCpu: undefined,
      hard: undefined,
      isServed: false,
      lacksClass: false,
      isSharing: true,
    });
    const { suggestions } = libraryFor(problem);
    expect(wrongForPod(allocator, problem, inTemplates(suggestions))).toEqual([]);
    expect(suggestions).toEqual([]);
  });
});
