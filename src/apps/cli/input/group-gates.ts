// The gates that PodGroups need. Releases disable them by default, but a cluster with PodGroups has them on.

import { isJsonObject } from '../../../core/api/decoder.js';
import { type PodGroup, SCHEDULING_GROUP } from '../../../core/api/pod-group.js';
import type { Json } from '../../../core/base/json.js';
import { type FeatureOptions, parseRelease } from '../../../core/features/features.js';
import { GATES, specAt, stageInWords } from '../../../core/features/gates.js';
import { minorOf, NEWEST, type Release } from '../../../core/features/releases.js';
import { objectsIn, textOf } from '../../../validate/objects.js';

/** The gates, each with the part of the input that needs it. */
const WHY = {
  GenericWorkload: 'the input has PodGroups',
  DRAWorkloadResourceClaims: 'PodGroups in the input have claims',
} as const;

/** A gate that PodGroups need. */
export type GroupGate = keyof typeof WHY;

/** Returns the gates that PodGroups need. */
export function gatesOfGroups(groups: readonly Pick<PodGroup, 'spec'>[]): readonly GroupGate[] {
  return neededBy(groups.map(({ spec }) => spec.resourceClaims.length > 0));
}

/** Returns the gates that PodGroups among objects need. */
export function gatesOfJson(inputObjects: readonly Json[]): readonly GroupGate[] {
  const haveClaims: boolean[] = [];
  for (const { json } of objectsIn(inputObjects)) {
    if (textOf(json, 'kind') !== 'PodGroup' || !textOf(json, 'apiVersion').startsWith(`${SCHEDULING_GROUP}/`)) continue;
    const spec = isJsonObject(json) ? json['spec'] : undefined;
    const claims = isJsonObject(spec) ? spec['resourceClaims'] : undefined;
    haveClaims.push(Array.isArray(claims) && claims.length > 0);
  }
  return neededBy(haveClaims);
}

function neededBy(haveClaims: readonly boolean[]): readonly GroupGate[] {
  if (haveClaims.length === 0) return [];
  return haveClaims.includes(true) ? ['GenericWorkload', 'DRAWorkloadResourceClaims'] : ['GenericWorkload'];
}

/** Returns the options with these gates on, except gates that the options set or that the release does not have. */
export function withGates<T extends FeatureOptions>(options: T, gates: readonly GroupGate[]): T {
  const added = addedGates(options, gates);
  if (added.length === 0) return options;
  return { ...options, featureGates: { ...options.featureGates, ...Object.fromEntries(added.map((name) => [name, true])) } };
}

/** Returns a note for each gate that {@link withGates} turns on, such as `GenericWorkload counts as on, since the input has PodGroups: beta in 1.37, off by default`. */
export function notesOnGates(options: FeatureOptions, gates: readonly GroupGate[]): readonly string[] {
  return addedGates(options, gates).map((name) => {
    return `${name} counts as on, since ${WHY[name]}: ${stageInWords(name, minorOf(releaseOf(options)))}`;
  });
}

function addedGates(options: FeatureOptions, gates: readonly GroupGate[]): readonly GroupGate[] {
  const { featureGates = {} } = options;
  const isSet = (name: string): boolean => Object.hasOwn(featureGates, name);
  if (isSet('AllAlpha') || isSet('AllBeta') || featureGates['GenericWorkload'] === false) return [];
  const release = releaseOf(options);
  return gates.filter((name) => {
    const gate = GATES.find((one) => one.name === name);
    const spec = gate && specAt(gate, release);
    return !isSet(name) && spec?.default === false;
  });
}

function releaseOf({ kubernetesVersion }: FeatureOptions): Release {
  return kubernetesVersion === undefined ? NEWEST : parseRelease(kubernetesVersion);
}
