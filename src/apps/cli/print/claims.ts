// Prints claims with their devices in every output format.

import { isJsonObject } from '../../../core/api/decoder.js';
import { encodeResourceClaim } from '../../../core/api/encode.js';
import { objectName } from '../../../core/api/meta.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import type { Settings } from '../options.js';
import type { PlacedClaim } from '../placement/group-result.js';
import { formatJson } from './json.js';
import { formatTable } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYamlDocuments } from './yaml.js';

/** A claim to print, with its pod and node. */
export interface PrintedClaim extends PlacedClaim {
  /** The pod as `namespace/name`; absent for a claim without a pod. */
  readonly pod?: string;
  /** Absent for a claim that was allocated before the run, unless its pod has a node. */
  readonly node?: string;
}

// Pools usually have the name of their node, and both names are long. A table with both would not fit into a terminal.
const HEADINGS = ['POD', 'CLAIM', 'REQUEST', 'DRIVER', 'DEVICE', 'NODE'];
const WIDE_HEADINGS = [...HEADINGS, 'POOL', 'ADMIN', 'SHARE', 'CAPACITY', 'CONFIG', 'NODE-SELECTOR'];

/**
 * Returns the text for standard output. In a table, a claim that pods share has rows for each pod; elsewhere it occurs once. In
 * JSON, rejected groups are next to the items, so that it remains a list of claims.
 */
export function formatClaims(
  claims: readonly PrintedClaim[],
  { output, headings }: Pick<Settings, 'output' | 'headings'>,
  rejections: readonly JsonObject[] = [],
  preemptions: readonly JsonObject[] = [],
): string {
  const once = [...new Map(claims.map((printed) => [objectName(printed.claim.metadata), printed])).values()];
  const items = once.map(({ allocated }) => encodeResourceClaim(allocated));
  const whole: JsonObject = {
    apiVersion: 'v1',
    kind: 'List',
    items,
    ...(rejections.length === 0 ? {} : { refused: rejections }),
    ...(preemptions.length === 0 ? {} : { preempted: preemptions }),
  };
  if (typeof output !== 'string') return formatByTemplate(output, whole, items, headings);
  switch (output) {
    case 'json':
      return formatJson(whole);
    case 'yaml':
      return formatYamlDocuments(items);
    case 'name':
      return once.map(({ claim }) => `resourceclaim.resource.k8s.io/${printable(claim.metadata.name)}\n`).join('');
    case 'table':
    case 'wide':
      return claims.length === 0
        ? ''
        : formatTable(output === 'wide' ? WIDE_HEADINGS : HEADINGS, claims.flatMap(rowsOf), { hasHeadings: headings });
  }
}

/** Returns one row per device, or a row with only names for a claim without devices. */
function rowsOf({ pod, claim, node, allocated }: PrintedClaim): string[][] {
  const allocation = allocated.status.allocation?.source;
  const devices = member(allocation, 'devices');
  const start = [pod ?? '', shortName(claim.metadata)];
  const end = node ?? '';
  const selector = describeSelector(member(allocation, 'nodeSelector'));
  const results = list(devices, 'results');
  if (results.length === 0) return [[...start, '', '', '', end, '', '', '', '', '', selector]];
  return results.map((result) => {
    const config = list(devices, 'config').filter((entry) => concerns(entry, text(result, 'request'))).length;
    const device = ['request', 'driver', 'device'].map((field) => text(result, field));
    const admin = member(result, 'adminAccess') === true ? 'yes' : '';
    return [
      ...start,
      ...device,
      end,
      text(result, 'pool'),
      admin,
      text(result, 'shareID'),
      describeCapacity(member(result, 'consumedCapacity')),
      String(config),
      selector,
    ];
  });
}

/** Returns a name with its namespace, unless that is the default one. */
export function shortName(meta: { readonly namespace: string; readonly name: string }): string {
  return meta.namespace === 'default' ? meta.name : objectName(meta);
}

/** Returns whether a configuration applies to a request: if it names the request, the subrequest or its parent, or no request. */
function concerns(config: Json, request: string): boolean {
  const requests = list(config, 'requests');
  return requests.length === 0 || requests.includes(request) || requests.includes(request.split('/', 1)[0] ?? '');
}

function describeCapacity(capacity: Json | undefined): string {
  if (!isJsonObject(capacity)) return '';
  return Object.entries(capacity)
    .map(([name, amount]) => `${name}=${String(amount)}`)
    .join(',');
}

function describeSelector(selector: Json | undefined): string {
  const terms = list(selector, 'nodeSelectorTerms').map((term) =>
    [...list(term, 'matchExpressions'), ...list(term, 'matchFields')].map(describeRequirement).join(','),
  );
  return terms.join(' or ');
}

function describeRequirement(requirement: Json): string {
  const values = list(requirement, 'values').join('|');
  const operator = text(requirement, 'operator');
  const words = operator === 'In' ? `=${values}` : ` ${operator}${values === '' ? '' : ` ${values}`}`;
  return text(requirement, 'key') + words;
}

function member(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function list(value: Json | undefined, name: string): readonly Json[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

function text(value: Json | undefined, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}
