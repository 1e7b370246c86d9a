// Random clusters with a pod, identical for a seed on every machine.

import { Random } from '../../generate/random.js';
import type { FilterCase, ObjectJson } from '../case.js';
import { CORES, EFFECTS } from './affinities.js';
import { node } from './nodes.js';
import { withAffinities } from './pod-affinities.js';
import { newPod, oldPod } from './pods.js';
import { quietCluster, withSpec } from './quiet-cluster.js';
import { withSchedulerConfig } from './scheduler-config.js';
import { withSpread } from './spread.js';
import { withVolumes } from './volumes.js';

/** Incremented if the cases of a seed change. */
export const GENERATOR_VERSION = 5;

/** The changeable feature gates of 1.37 that filters and scores depend on, with their defaults. */
export const GATES: Readonly<Record<string, boolean>> = {
  DRANodeAllocatableResources: false,
  InPlacePodLevelResourcesVerticalScaling: true,
  PodLevelResources: true,
  TaintTolerationComparisonOperators: false,
};

/** Feature gates that are turned off together with the gate that they need. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  PodLevelResources: [
    'InPlacePodLevelResourcesVerticalScaling',
    'PodLevelResourcesFixDefaulting',
    'PodLevelResourcesFixKubeletQOSClass',
    'PodLevelResourceManagers',
  ],
};

/** The subjects of cases: constraints between pods and nodes, affinity between pods, topology spread, volumes. */
export const SUBJECTS = ['nodes', 'affinity', 'spread', 'volumes'] as const;
/** A subject, or `profiles`: cases of the other subjects, or of all, with a configuration of the scheduler. */
export type Subject = (typeof SUBJECTS)[number] | 'profiles';

/** The case of a seed and an index, about one of the subjects or about several. */
export function generate(seed: number, index: number, subjects: readonly Subject[] = SUBJECTS): FilterCase {
  if (!subjects.includes('profiles')) return generateCluster(seed, index, subjects);
  const others = subjects.filter((subject) => subject !== 'profiles');
  const { id, ...made } = generateCluster(seed, index, others.length === 0 ? SUBJECTS : others);
  return { id, ...withSchedulerConfig(new Random(seed, index + PROFILES), made) };
}

/** Choices for configurations are other ones than for their clusters. */
const PROFILES = 1 << 24;

function generateCluster(seed: number, index: number, subjects: readonly Subject[]): FilterCase {
  const random = new Random(seed, index);
  const id = `${seed}/${index}`;
  // The other subjects are about a few plugins each.
  const isAboutNodes = subjects.length > 1 && subjects.includes('nodes') && random.chance(0.4);
  const first = isAboutNodes ? 'nodes' : subjects.length === 1 ? subjects[0] : random.pick(subjects);
  if (first === 'nodes') return { id, ...constrainedCluster(random) };
  const others = subjects.filter((subject) => subject !== first && subject !== 'nodes' && random.chance(0.15));
  const chosen = new Set([first, ...others]);
  let made = quietCluster(random);
  if (chosen.has('affinity')) made = withAffinities(random, made);
  if (chosen.has('spread')) made = withSpread(random, made);
  if (chosen.has('volumes')) made = withVolumes(random, made);
  return { id, ...made };
}

function constrainedCluster(random: Random): Omit<FilterCase, 'id'> {
  // Most clusters are realistic, so that later filters are also reached.
  const strangeness = random.pick([
    { wild: 0, odd: 0 },
    { wild: 0, odd: 0.03 },
    { wild: 0.02, odd: 0 },
    { wild: 0.15, odd: 0.2 },
  ]);
  const options = { ...strangeness, room: random.pick([0, 0.5, 0.9, 1]), strict: random.pick([0.2, 0.6, 1]) };
  const names = random.times(random.integer(1, 8), (position) => `n${position}`);
  const made = {
    featureGates: gates(random),
    nodes: names.map((name) => node(random, name, options)),
    pods: random.times(random.integer(0, 10), (position) => oldPod(random, position, names, options)),
    deviceClasses: random.chance(0.2) ? [deviceClass(random)] : [],
    pod: newPod(random, options),
  };
  return random.chance(0.1) ? withComparisons(random, made) : made;
}

/** The cluster with taints that the pod compares with numbers. */
function withComparisons(random: Random, made: Omit<FilterCase, 'id'>): Omit<FilterCase, 'id'> {
  const taints = () =>
    random.times(random.integer(1, 2), () => ({ key: 'cores', value: random.pick(CORES), effect: random.pick(EFFECTS) }));
  const toleration = () => ({ key: 'cores', operator: random.pick(['Lt', 'Gt']), value: random.pick(CORES) });
  return {
    ...made,
    featureGates: { ...made.featureGates, TaintTolerationComparisonOperators: random.chance(0.9) },
    nodes: made.nodes.map((each) => withSpec(each, { taints: taints() })),
    pod: withSpec(made.pod, { tolerations: random.times(random.integer(1, 2), toleration) }),
  };
}

function gates(random: Random): Readonly<Record<string, boolean>> {
  const chosen: Record<string, boolean> = {};
  for (const [name, standard] of Object.entries(GATES)) {
    if (!random.chance(0.3)) continue;
    chosen[name] = !standard;
    for (const other of standard ? (NEEDS[name] ?? []) : []) chosen[other] = false;
  }
  return chosen;
}

/** A class that serves an extended resource, so that devices provide its amount. */
function deviceClass(random: Random): ObjectJson {
  const name = random.pick(['gpu', 'foo']);
  const spec = random.chance(0.8) ? { extendedResourceName: random.pick(['nvidia.com/gpu', 'example.com/foo', 'hugepages-2Mi']) } : {};
  return { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name }, spec };
}
