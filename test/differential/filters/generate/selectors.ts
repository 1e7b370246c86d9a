// Labels of pods and namespaces, and selectors that often match them.

import type { Random } from '../../generate/random.js';
import type { Part } from './containers.js';

/** Labels by key. */
export type Labels = Readonly<Record<string, string>>;

/** Labels of pods, with their values. */
const POD_LABELS: Readonly<Record<string, readonly string[]>> = {
  app: ['web', 'web', 'db', 'cache'],
  tier: ['1', '2', ''],
  'pod-template-hash': ['h1', 'h2'],
};
/** Labels of namespaces, with their values. The API server adds the last one. */
const NAMESPACE_LABELS: Readonly<Record<string, readonly string[]>> = {
  team: ['x', 'y'],
  env: ['prod', 'test'],
  'kubernetes.io/metadata.name': ['default', 'web', 'ops', 'unlisted'],
};
const OPERATORS = ['In', 'In', 'NotIn', 'Exists', 'DoesNotExist'];

/** The labels of a pod. */
export function labelsOf(random: Random): Labels {
  const labels: Record<string, string> = {};
  for (const [key, values] of Object.entries(POD_LABELS)) if (random.chance(key === 'app' ? 0.95 : 0.6)) labels[key] = random.pick(values);
  return labels;
}

/** Keys of labels that pods may have, and one that no pod has. */
export function labelKeys(random: Random): readonly string[] {
  return [...new Set(random.times(random.integer(1, 2), () => random.pick([...Object.keys(POD_LABELS), 'absent'])))];
}

/** A selector of pods. It matches the labels of `target` more often than not. */
export function podSelector(random: Random, target: Labels): Part {
  return selector(random, POD_LABELS, random.chance(0.75) ? target : {});
}

/** A selector of namespaces. */
export function namespaceSelector(random: Random): Part {
  return selector(random, NAMESPACE_LABELS, {});
}

function selector(random: Random, known: Readonly<Record<string, readonly string[]>>, target: Labels): Part {
  const part: Part = {};
  if (random.chance(0.05)) return part;
  const valueFor = (key: string): string => target[key] ?? random.pick(known[key] ?? ['x']);
  const isByLabels = random.chance(0.6);
  if (isByLabels) {
    const keys = [random.pick(Object.keys(known)), ...random.some(Object.keys(known), 0.2)];
    part['matchLabels'] = Object.fromEntries(keys.map((key) => [key, valueFor(key)]));
  }
  if (!isByLabels || random.chance(0.25)) {
    part['matchExpressions'] = random.times(random.integer(1, 2), () => {
      const key = random.pick([...Object.keys(known), 'absent']);
      const operator = random.pick(OPERATORS);
      if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
      return { key, operator, values: [valueFor(key), ...random.some(known[key] ?? [], 0.3)] };
    });
  }
  // The API server accepts it in an object that is stored already.
  if (random.chance(0.01)) part['matchLabels'] = { app: 'not a value!' };
  return part;
}
