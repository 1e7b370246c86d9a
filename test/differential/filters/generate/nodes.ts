// Nodes: labels, taints, cordons, amounts of every kind, images, and the declared features of their kubelets.

import type { Random } from '../../generate/random.js';
import type { ObjectJson } from '../case.js';
import { CORES, EFFECTS, LABELS, TAINT_KEYS, TAINT_VALUES } from './affinities.js';
import { allocatable } from './amounts.js';
import { IMAGES, type Part } from './containers.js';
import type { PodOptions } from './pods.js';

const FEATURES = [
  'RestartAllContainersOnContainerExits',
  'UserNamespacesHostNetworkSupport',
  'VolumeBindMountOptions',
  'DRAOptionalNodeOperations',
  'SomethingNew',
];
const SIZES = [0, 1, 23 * 1024 * 1024, 24 * 1024 * 1024, 300 * 1024 * 1024, 1000 * 1024 * 1024, 2 ** 40, -1];

/** A node of this name. */
export function node(random: Random, name: string, options: PodOptions): ObjectJson {
  const labels: Record<string, string> = {};
  for (const [key, known] of Object.entries(LABELS)) if (random.chance(0.8)) labels[key] = random.pick(known);
  const spec: Part = {};
  if (random.chance(0.35 * options.strict)) spec['taints'] = random.times(random.integer(1, 3), () => taint(random));
  if (random.chance(0.2 * options.strict)) spec['unschedulable'] = random.chance(0.9);
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec, status: status(random, options) };
}

function taint(random: Random): Part {
  const part: Part = { key: random.pick(TAINT_KEYS), effect: random.pick(EFFECTS) };
  if (random.chance(0.8)) part['value'] = random.pick(part['key'] === 'cores' ? CORES : TAINT_VALUES);
  return part;
}

function status(random: Random, options: PodOptions): Part {
  const part: Part = { allocatable: allocatable(random, options) };
  if (random.chance(0.3)) part['capacity'] = allocatable(random, options);
  // The API server uses the capacity as the default of the allocatable amounts.
  if (part['capacity'] !== undefined && random.chance(0.2)) delete part['allocatable'];
  if (random.chance(0.5)) part['images'] = random.times(random.integer(0, 3), () => image(random));
  if (random.chance(0.5)) part['declaredFeatures'] = random.some(FEATURES, 0.5);
  return part;
}

function image(random: Random): Part {
  return { names: random.times(random.integer(0, 3), () => random.pick(IMAGES)), sizeBytes: random.pick(SIZES) };
}
