// Writes src/validate/schema/types.generated.ts from the Go sources of k8s.io/api, where Go is: `node scripts/api-types.mjs`. By hand, when a release is
// added: RELEASES names the patch releases whose types are taken. It takes facts alone: names of fields, their types, and the releases that have them.

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
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'apps/ReplicaSet',
  'batch/Job',
  'batch/CronJob',
  'scheduling/PodGroup',
  'scheduling/Workload',
  'scheduling/PriorityClass',
];

/** Declared in k8s.io/api, and without a storage in the API server (pkg/registry/scheduling/rest). */
const NOT_STORED = ['scheduling/v1alpha1 PriorityClass'];

/**
 * @typedef {{ version: string, kind: string, namespaced: boolean, removed: number }} Kind
 * @typedef {{ name: string, type: string }} Field
 * @typedef {{ kinds: readonly Kind[], structs: Readonly<Record<string, readonly Field[]>> }} Declarations
 */

/**
 * The declarations of one release.
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
 * Joins what releases say: each thing once, in the order of the newest release, with the releases that have it.
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
 * The type of a field, where types of its own package go without the package.
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
      .filter((line) => !NOT_STORED.some((not) => line.startsWith(`${not} `))),
  ),
);
const names = [...new Set(declarations.flatMap((of) => Object.keys(of.structs)))].sort();
const structs = names.map((name) => {
  // A struct that a release lacks is not reached there: its fields are those of the others.
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
