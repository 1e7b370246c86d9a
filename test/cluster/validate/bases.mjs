// The objects that are mutated: the files of bases/ in each version that has their kind, and the published manifests of test/manifests/.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';

/** A value of JSON. @typedef {null | boolean | number | string | import('./mutation.mjs').Raw | Json[] | { [key: string]: Json }} Json */
/** A Kubernetes object. @typedef {{ apiVersion: string, kind: string, metadata: { [key: string]: Json }, [key: string]: Json }} KubeObject */
/** An object with a unique name. `needsGates`: only an API server with all feature gates accepts it. `isNewestOnly`: only API servers of the newest
 * release answer it. @typedef {{ name: string, object: KubeObject, needsGates: boolean, isNewestOnly: boolean }} Base */

const FOLDER = join(import.meta.dirname, '../../../test/cluster/validate/bases');
const MANIFESTS = join(import.meta.dirname, '../../../test/manifests');

/** The kinds that validation supports. Other manifests are left out. */
export const KINDS = new Set([
  'DeviceClass',
  'DeviceTaintRule',
  'Pod',
  'PodGroup',
  'ResourceClaim',
  'ResourceClaimTemplate',
  'ResourceQuota',
  'ResourceSlice',
]);

/** Every base, grouped by kind. @returns {Base[]} */
export function readBases() {
  return [...ownBases(), ...manifests()];
}

function* ownBases() {
  for (const file of readdirSync(FOLDER).sort()) {
    const documents =
      /** @type {{ base: string, versions: string[], needsGates?: boolean, isNewestOnly?: boolean, object: KubeObject }[]} */ (
        loadAll(readFileSync(join(FOLDER, file), 'utf8'))
      );
    for (const { base, versions, needsGates = false, isNewestOnly = false, object } of documents) {
      for (const apiVersion of versions) {
        const name = `${base} ${apiVersion.slice(apiVersion.lastIndexOf('/') + 1)}`;
        yield { name, object: inVersion(structuredClone(object), apiVersion), needsGates, isNewestOnly };
      }
    }
  }
}

function* manifests() {
  const files = readdirSync(MANIFESTS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'));
  for (const file of files.sort()) {
    // Custom resources with pod templates have unsupported kinds, and their YAML is unsupported by this reader.
    if (file.startsWith('pod-templates')) continue;
    // Manifests of scheduler_perf are Go templates. Some contain only the index of the object, others contain actions and are not valid YAML.
    const text = readFileSync(join(MANIFESTS, file), 'utf8').replaceAll('{{.Index}}', '1');
    if (text.includes('{{')) continue;
    const objects = /** @type {(KubeObject | null)[]} */ (loadAll(text)).filter((object) => object !== null && KINDS.has(object.kind));
    for (const [index, object] of objects.entries()) {
      yield { name: `${file}#${index}`, object: /** @type {KubeObject} */ (object), needsGates: false, isNewestOnly: false };
    }
  }
}

/**
 * Writes an object of v1 in the shape of a version: v1beta1 has requests without `exactly` and devices with `basic`.
 * @param {KubeObject} given
 * @param {string} apiVersion
 * @returns {KubeObject}
 */
export function inVersion(given, apiVersion) {
  const { kind } = given;
  const object = Object.assign({ apiVersion }, given);
  if (apiVersion !== 'resource.k8s.io/v1beta1') return object;
  const spec = /** @type {any} */ (object['spec']);
  if (kind === 'ResourceClaim') flattenRequests(spec);
  if (kind === 'ResourceClaimTemplate') flattenRequests(spec.spec);
  if (kind === 'ResourceSlice' && spec.devices !== undefined) {
    spec.devices = spec.devices.map((/** @type {{ name: string }} */ { name, ...basic }) => ({ name, basic }));
  }
  return object;
}

/** @param {{ devices: { requests: { exactly?: object }[] } }} spec */
function flattenRequests({ devices }) {
  devices.requests = devices.requests.map(({ exactly, ...request }) => ({ ...request, ...exactly }));
}
