// Determines the type of an object and reports versions that the API server does not serve. Kinds unrelated to devices are
// skipped, unless the author clearly meant a supported kind.

import { isJsonObject } from '../../core/api/decoder.js';
import { type Json, MOST_LISTS_IN_LISTS } from '../../core/base/json.js';
import { nearestName } from '../../core/base/nearest-name.js';
import { shorten } from '../../core/base/words.js';
import { isList, textOf } from '../objects.js';
import type { Report } from '../report.js';
import type { DecodingRule, Server } from '../rule.js';
import { missingKind } from '../rules/decode/missing-kind.js';
import { notServed } from '../rules/decode/not-served.js';
import { offByDefault } from '../rules/decode/off-by-default.js';
import { unknownKind } from '../rules/decode/unknown-kind.js';
import { wrongType } from '../rules/decode/wrong-type.js';
import { isKindName, kindNames, type ObjectType, removalOf, typeOf, versionsOf } from '../schema/schema.js';
import { Field } from '../tree/field.js';
import { adviceOn, expected } from './words.js';

const OBJECTS = { kind: 'map', values: { kind: 'string' } } as const;
const LIST = { kind: 'list', items: OBJECTS } as const;

/** Kinds that are served only while a gate is on. */
const GATE_OF_KIND: ReadonlyMap<string, string> = new Map([
  ['PodGroup', 'GenericWorkload'],
  ['Workload', 'GenericWorkload'],
]);

/** Other existing kinds in the API groups of supported kinds, which are not validated. */
const OTHER_KINDS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '',
    [
      ...['Binding', 'ComponentStatus', 'ConfigMap', 'Endpoints', 'Event', 'LimitRange'],
      ...['Secret', 'Service', 'ServiceAccount', 'List', 'Status'],
    ],
  ],
  ['apps', ['ControllerRevision']],
  ['batch', []],
  ['policy', ['Eviction']],
  ['scheduling.k8s.io', ['CompositePodGroup']],
  ['resource.k8s.io', []],
  ['storage.k8s.io', ['VolumeAttributesClass']],
]);

/** Returns the type that decodes an object; undefined if none exists. Reports a wrong type. */
export function typeOfObject(json: Json, server: Server, report: Report): ObjectType | undefined {
  if (!isJsonObject(json)) {
    reportFinding(report, wrongType, '', expected(OBJECTS, json));
    return undefined;
  }
  const [apiVersion, kind] = [textOf(json, 'apiVersion'), textOf(json, 'kind')];
  for (const [field, value] of [
    ['kind', kind],
    ['apiVersion', apiVersion],
  ] as const) {
    if (value !== '') continue;
    reportMissing(field, json, server, report);
    return undefined;
  }
  const type = typeOf(apiVersion, kind, server.minor, server.libraryGates);
  if (type === undefined && isList(json) && OTHER_KINDS.has(groupOf(apiVersion))) {
    reportList(json['items'] as Json, report);
    return undefined;
  }
  if (type === undefined) {
    reportUnserved(apiVersion, kind, server, report);
    return undefined;
  }
  const gate = GATE_OF_KIND.get(kind);
  if (gate !== undefined && !server.gate(gate)) {
    reportFinding(
      report,
      notServed,
      'apiVersion',
      `${kind} is served only if the feature gate ${gate} is on`,
      `turn on ${gate}, or leave out the object`,
    );
    return undefined;
  }
  reportOffByDefault(apiVersion, kind, server, report);
  return type;
}

function reportFinding(report: Report, rule: DecodingRule, field: string, message: string, suggestion?: string): void {
  const root = Field.root('');
  report.of(rule).report(field === '' ? root : root.child(field), message, suggestion);
}

function reportMissing(field: 'apiVersion' | 'kind', json: Json & object, server: Server, report: Report): void {
  const value = Object.hasOwn(json, field) ? (json as Readonly<Record<string, Json>>)[field] : undefined;
  if (value !== undefined && value !== null && typeof value !== 'string') {
    reportFinding(report, wrongType, field, expected({ kind: 'string' }, value));
    return;
  }
  const other = Object.keys(json).find((name) => name !== field && name.toLowerCase() === field.toLowerCase());
  const [version] = field === 'apiVersion' ? versionsOf(textOf(json, 'kind'), server.minor) : [];
  const advice = other === undefined ? version && `write apiVersion: ${version.apiVersion}` : `write ${field}, not ${other}`;
  reportFinding(report, missingKind, field, `Object '${field}' is missing`, advice);
}

/** Reports a list that cannot be expanded. `items: null` is an empty list. */
function reportList(items: Json, report: Report): void {
  if (items === null) return;
  if (Array.isArray(items)) reportFinding(report, wrongType, 'items', `Too deep: lists can be nested to a depth of ${MOST_LISTS_IN_LISTS}`);
  else reportFinding(report, wrongType, 'items', expected(LIST, items), adviceOn(LIST, items));
}

function reportUnserved(apiVersion: string, kind: string, server: Server, report: Report): void {
  const group = groupOf(apiVersion);
  const versions = versionsOf(kind, server.minor).map((version) => version.apiVersion);
  const write = versions[0] === undefined ? undefined : adviceOnVersion(apiVersion, kind, versions[0]);
  if (versions.some((version) => groupOf(version) === group)) {
    const removal = removalOf(apiVersion, kind);
    const since = removal === undefined ? '' : ` since 1.${removal}`;
    reportFinding(report, notServed, 'apiVersion', `1.${server.minor} does not serve ${kind} in ${quote(apiVersion)}${since}`, write);
  } else if (isKindName(kind)) reportForeignGroup(apiVersion, kind, versions, server, report);
  else if (OTHER_KINDS.get(group)?.includes(kind.replace(/(?<=.)List$/, '')) === false) {
    const near = nearestName(kind, [...kindNames(group), ...(OTHER_KINDS.get(group) ?? [])]);
    if (near === kind.replace(/List$/, '')) return;
    const message = `no matches for kind ${quote(kind)} in ${quote(apiVersion)}`;
    reportFinding(report, unknownKind, 'kind', message, near === undefined ? undefined : `did you mean ${near}?`);
  }
}

/**
 * Other groups may have kinds of the same name: `Workload`, `PodGroup`, `Job`. It is an error only if the author clearly meant
 * a supported kind.
 */
function reportForeignGroup(apiVersion: string, kind: string, versions: readonly string[], server: Server, report: Report): void {
  const group = groupOf(apiVersion);
  const isOurs = OTHER_KINDS.has(group) || isMisspelt(group, versions.map(groupOf));
  if (!isOurs) return;
  const [version] = versions;
  const message = `1.${server.minor} does not serve ${kind} in ${quote(apiVersion)}`;
  reportFinding(report, notServed, 'apiVersion', message, version === undefined ? undefined : `write apiVersion: ${version}`);
}

/**
 * Returns whether a group is a misspelling: `resources.k8s.io` or `resource` for `resource.k8s.io`, `app` for
 * `apps`. It is false for `scheduling.x-k8s.io` and `batch.volcano.sh`, which have custom resources.
 */
function isMisspelt(group: string, groups: readonly string[]): boolean {
  const candidates = groups.filter((other) => other !== '' && other.includes('.') === group.includes('.'));
  const isShortened = groups.some((other) => other === `${group}.k8s.io`);
  return isShortened || (!group.endsWith('.x-k8s.io') && nearestName(group, candidates) !== undefined);
}

function reportOffByDefault(apiVersion: string, kind: string, server: Server, report: Report): void {
  const versions = versionsOf(kind, server.minor);
  const version = versions.find((other) => other.apiVersion === apiVersion);
  if (version === undefined || version.isOnByDefault) return;
  const on = versions.find((other) => other.isOnByDefault);
  const message = `API servers of 1.${server.minor} serve ${quote(apiVersion)} only if enabled (--runtime-config=${apiVersion}=true)`;
  reportFinding(
    report,
    offByDefault,
    'apiVersion',
    message,
    on === undefined ? undefined : adviceOnVersion(apiVersion, kind, on.apiVersion),
  );
}

/** Changes of fields since `v1beta1`, by kind. */
const MOVED_FIELDS: ReadonlyMap<string, string> = new Map([
  ['ResourceClaim', 'put the fields of each request under "exactly"'],
  ['ResourceClaimTemplate', 'put the fields of each request under "exactly"'],
  ['ResourceSlice', 'put the fields of "basic" next to the name of the device'],
]);

/** Advises to write another version of a kind, with the fields that have another place in it. */
function adviceOnVersion(found: string, kind: string, target: string): string {
  const moved = found === 'resource.k8s.io/v1beta1' && target !== found ? MOVED_FIELDS.get(kind) : undefined;
  return moved === undefined ? `write apiVersion: ${target}` : `write apiVersion: ${target}, and ${moved}`;
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.lastIndexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

function quote(text: string): string {
  return JSON.stringify(shorten(text, 80));
}
