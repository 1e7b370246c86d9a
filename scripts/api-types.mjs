// Writes src/validate/schema/types.generated.ts from the Go sources of k8s.io/api; needs Go: `node scripts/api-types.mjs`.
// Run it by hand when a release is added. RELEASES names the patch releases whose types it reads. It copies only facts: field names,
// types, and the releases that have them.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';

/** Patch releases by minor version, oldest first. @type {ReadonlyMap<number, string>} */
const RELEASES = new Map([
  [34, 'v0.34.4'],
  [35, 'v0.35.4'],
  [36, 'v0.36.3'],
  [37, 'v0.37.1'],
]);
const MINORS = [...RELEASES.keys()];

const KINDS = [
  'resource/ResourceClaim',
  'resource/ResourceClaimTemplate',
  'resource/ResourceSlice',
  'resource/DeviceClass',
  'resource/DeviceTaintRule',
  'resource/ResourcePoolStatusRequest',
  'core/Pod',
  'core/PodTemplate',
  'core/ReplicationController',
  'core/Node',
  'core/Namespace',
  'core/ResourceQuota',
  'core/PersistentVolume',
  'core/PersistentVolumeClaim',
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'apps/ReplicaSet',
  'batch/Job',
  'batch/CronJob',
  'scheduling/PodGroup',
  'scheduling/Workload',
  'scheduling/PriorityClass',
  'storage/StorageClass',
  'storage/CSINode',
  'storage/CSIDriver',
  'storage/CSIStorageCapacity',
  'storage/VolumeAttachment',
  'policy/PodDisruptionBudget',
];

/** Kinds that k8s.io/api declares and the API server does not store (pkg/registry/scheduling/rest). */
const NOT_STORED = ['scheduling/v1alpha1 PriorityClass'];

/** Versions of which no release stores any of these kinds (pkg/registry/storage/rest). */
const VERSIONS_NOT_STORED = ['storage/v1alpha1', 'storage/v1beta1'];

/**
 * @typedef {{ version: string, kind: string, namespaced: boolean, removed: number }} Kind
 * @typedef {{ name: string, type: string }} Field
 * @typedef {{ kinds: readonly Kind[], structs: Readonly<Record<string, readonly Field[]>> }} Declarations
 */

/**
 * Returns the declarations of one release.
 * @param {number} minor
 * @returns {Declarations}
 */
function declarationsOf(minor) {
  const directories = ['api', 'apimachinery'].map((module) => {
    const downloaded = execFileSync('go', ['mod', 'download', '-json', `k8s.io/${module}@${RELEASES.get(minor)}`], { encoding: 'utf8' });
    return JSON.parse(downloaded).Dir;
  });
  const program = join(root, 'scripts/api-types/main.go');
  return JSON.parse(
    execFileSync('go', ['run', program, String(minor), ...directories, ...KINDS], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  );
}

/**
 * Merges the lists of the releases. Each item appears once, in the order of the newest release, with the releases that have it.
 * @param {readonly (readonly string[])[]} byRelease the things of each release, in their order
 * @returns {string[]} each with its range, unless all releases have it
 */
function merge(byRelease) {
  /** @type {Map<string, number[]>} */
  const releases = new Map();
  byRelease.toReversed().forEach((things, index) => {
    const minor = /** @type {number} */ (MINORS.at(-1 - index));
    for (const thing of things) releases.set(thing, [minor, ...(releases.get(thing) ?? [])]);
  });
  return [...releases].map(([thing, minors]) => thing + rangeOf(minors));
}

/** @param {readonly number[]} minors */
function rangeOf(minors) {
  const [first, last] = [minors[0], minors.at(-1)];
  const between = MINORS.filter((minor) => minor >= Number(first) && minor <= Number(last));
  if (between.length !== minors.length) throw new Error(`a thing that came, went and came back: ${minors}`);
  if (first === MINORS[0] && last === MINORS.at(-1)) return '';
  return last === MINORS.at(-1) ? ` ${first}-` : ` ${first}-${last}`;
}

/**
 * Returns the type of a field. Types of the same package go without the package.
 * @param {string} type
 * @param {string} owner the struct that has the field
 */
function shortType(type, owner) {
  const start = `${owner.slice(0, owner.lastIndexOf('.'))}.`;
  const [, wrappers = '', name = ''] = /^((?:\*|\[\]|\{\})*)(.*)$/.exec(type) ?? [];
  return wrappers + (name.startsWith(start) ? name.slice(start.length) : name);
}

const declarations = MINORS.map(declarationsOf);
const kinds = merge(
  declarations.map((of) =>
    of.kinds
      .map(({ version, kind, namespaced, removed }) => {
        return `${version} ${kind} ${removed > 0 ? `removed:${removed}` : namespaced ? 'namespaced' : 'cluster'}`;
      })
      .filter((line) => !NOT_STORED.some((not) => line.startsWith(`${not} `)))
      .filter((line) => line.includes(' removed:') || !VERSIONS_NOT_STORED.some((not) => line.startsWith(`${not} `))),
  ),
);
const names = [...new Set(declarations.flatMap((of) => Object.keys(of.structs)))]
  .filter((name) => !VERSIONS_NOT_STORED.some((not) => name.startsWith(`${not}.`)))
  .sort();
const structs = names.map((name) => {
  // The release does not reach a struct that it lacks, so the fields of the other releases can stand for its own.
  const known = declarations.map((of) => of.structs[name]);
  const some = known.find((fields) => fields !== undefined);
  const lines = known.map((fields) => (fields ?? some ?? []).map((field) => `${field.name} ${shortType(field.type, name)}`));
  return [name, ...merge(lines)].join('|');
});

writeFileSync(
  join(root, 'src/validate/schema/types.generated.ts'),
  `// Made by scripts/api-types.mjs from k8s.io/api ${[...RELEASES.values()].join(', ')}: do not change. The form of the lines is described in schema.ts.

/** The releases, by minor version. */
export const MINORS: readonly number[] = [${MINORS.join(', ')}];

/** Kinds, a line each. */
export const KINDS = \`${kinds.sort().join('\n')}\`;

/** Structs with their fields, a line each. */
export const STRUCTS = \`${structs.join('\n')}\`;
`,
);
