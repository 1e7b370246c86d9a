// Counts the steps of a corpus by the constraints of their pods, and by the plugins that reject nodes.

import type { KubeObject } from '../real/api.mjs';
import type { Question } from './compare.js';

/** The constraints of pods, each with a test. */
export const SUBJECTS: Readonly<Record<string, (pod: KubeObject) => boolean>> = {
  devices: ({ spec }) => spec.resourceClaims !== undefined,
  'affinity between pods': ({ spec: { affinity } }) => affinity?.podAffinity !== undefined || affinity?.podAntiAffinity !== undefined,
  'topology spread': ({ spec }) => spec.topologySpreadConstraints !== undefined,
  volumes: ({ spec }) => spec.volumes !== undefined,
};

/** The steps with a constraint. */
export interface Figure {
  readonly placed: number;
  readonly rejected: number;
}

/** The number of steps by constraint, and of rejected pods by the plugins that reject a node. */
export interface Figures {
  readonly kinds: ReadonlyMap<string, Figure>;
  readonly plugins: ReadonlyMap<string, number>;
}

/** Counts steps. */
export function figuresOf(questions: readonly Question[]): Figures {
  const isPlaced = ({ step }: Question): boolean => 'node' in step.decision;
  const kinds = new Map<string, Figure>();
  for (const [subject, has] of Object.entries({ ...SUBJECTS, all: (_: KubeObject) => true })) {
    const some = questions.filter(({ pod }) => has(pod));
    const placed = some.filter(isPlaced).length;
    kinds.set(subject, { placed, rejected: some.length - placed });
  }
  const plugins = new Map<string, number>();
  for (const question of questions) {
    if (isPlaced(question)) continue;
    for (const plugin of new Set(question.plugins)) plugins.set(plugin, (plugins.get(plugin) ?? 0) + 1);
  }
  return { kinds, plugins };
}
