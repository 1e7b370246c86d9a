// The changes in a cluster with classic DRA as text, one line per change.

import { equalJson } from '../../../classic/api/objects.js';
import type { SimulationEvent, Write } from '../../../classic/index.js';
import { isContainer, type Json } from '../../../core/base/json.js';
import { shorten } from '../../../core/base/words.js';
import { formatTable } from './table.js';

const HEADINGS = ['TIME', 'ACTOR', 'OBJECT', 'CHANGE'];

/** Fields that change with every write, or that do not interest readers. */
const UNSAID: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'metadata.resourceVersion',
  'metadata.creationTimestamp',
  'metadata.generateName',
  'metadata.labels',
  'metadata.annotations',
  'metadata.ownerReferences',
]);

/** The deepest lists and maps that are printed entry by entry. */
const DEEPEST = 2;

/** A change as text. */
export interface ClassicChange {
  readonly time: number;
  readonly actor: string;
  readonly object: string;
  readonly change: string;
}

/** Returns the changes of a step, including failures and Events. */
export function changesOf({ time, actor, object, outcome, writes, recorded }: SimulationEvent): readonly ClassicChange[] {
  const written = writes.map((write) => ({ time, actor, object: titleOf(write.after ?? write.object), change: changeOf(write) }));
  const said = recorded.map((event) => ({
    time,
    actor,
    object: titleOf(event.object),
    change: `${event.type} ${event.reason}: ${event.message}`,
  }));
  const isSaid = recorded.some(({ message }) => message.includes(outcome));
  const failed =
    writes.length + recorded.length === 0 || isSaid
      ? []
      : outcome === '' || outcome === 'bound'
        ? []
        : [{ time, actor, object, change: outcome }];
  return [...written, ...said, ...failed];
}

/** Returns the table of all changes. */
export function formatClassicChanges(changes: readonly ClassicChange[], hasHeadings: boolean): string {
  const rows = changes.map(({ time, actor, object, change }) => [`${(time / 1000).toFixed(3)}s`, actor, object, change]);
  return formatTable(HEADINGS, rows, { hasHeadings });
}

function titleOf({ kind, metadata: { namespace, name } }: Write['object']): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

function changeOf({ verb, before, after, refusal: rejection }: Write): string {
  if (rejection !== undefined) return `${verb} rejected: ${rejection}`;
  if (after === undefined) return 'deleted';
  const fields = differences((before ?? {}) as unknown as Json, after as unknown as Json, '', 0);
  const text = fields.join(', ');
  if (before !== undefined) return text === '' ? 'updated' : text;
  return text === '' ? 'created' : `created: ${text}`;
}

function differences(before: Json | undefined, after: Json | undefined, path: string, depth: number): readonly string[] {
  if (UNSAID.has(path) || equalJson(before, after)) return [];
  const isMap = (value: Json | undefined): value is { readonly [key: string]: Json } => isContainer(value) && !Array.isArray(value);
  if (depth < DEEPEST && isMap(after ?? {}) && isMap(before ?? {})) {
    const [newFields, old] = [(after ?? {}) as { [key: string]: Json }, (before ?? {}) as { [key: string]: Json }];
    const names = [...new Set([...Object.keys(old), ...Object.keys(newFields)])];
    return names.flatMap((name) => differences(old[name], newFields[name], path === '' ? name : `${path}.${name}`, depth + 1));
  }
  return [after === undefined ? `${path} removed` : `${path}: ${SUMMARIES.get(path)?.(after) ?? summaryOf(after)}`];
}

/** The most entries of a list; longer lists are only counted. */
const MOST_ENTRIES = 8;

/** The most characters of a value without a shorter form. */
const LONGEST = 60;

/** Fields with specific texts. */
const SUMMARIES: ReadonlyMap<string, (value: Json) => string> = new Map([
  ['status.allocation', (value: Json) => `on ${textsIn(value, 'values').join(', ') || 'any node'}`],
  ['status.resourceClaims', (value: Json) => listOf(itemsOf(value).map(answerOf))],
  [
    'status.resourceClaimStatuses',
    (value: Json) => listOf(itemsOf(value).map((item) => `${textOf(item, 'name')}=${textOf(item, 'resourceClaimName')}`)),
  ],
  ['spec.allocatableDevice', (value: Json) => listOf(textsIn(value, 'uuid'))],
  ['spec.allocatedClaims', devicesOf],
  ['spec.preparedDevices', devicesOf],
]);

function listOf(texts: readonly string[]): string {
  return texts.length > MOST_ENTRIES ? `${texts.length} entries` : `[${texts.join(', ')}]`;
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: Json, field: string): string {
  return textsIn(value, field)[0] ?? '';
}

/** Returns the answer of a driver about an entry of a pod. */
function answerOf(item: Json): string {
  const nodes = textsIn(item, 'unsuitableNodes');
  return nodes.length === 0 ? `${textOf(item, 'name')} anywhere` : `${textOf(item, 'name')} not on ${listOf(nodes)}`;
}

/** Returns the devices of claims, by the beginning of each uid. */
function devicesOf(value: Json): string {
  return listOf(
    Object.entries(value as { readonly [uid: string]: Json }).map(
      ([uid, deviceList]) => `${uid.slice(0, 8)}: ${textsIn(deviceList, 'uuid').join(' ')}`,
    ),
  );
}

/** Returns the texts under a key at any depth. */
function textsIn(value: Json, fieldName: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => textsIn(item, fieldName));
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([key, field]) => {
    if (key !== fieldName) return textsIn(field as Json, fieldName);
    return Array.isArray(field) ? field.map(String) : [String(field)];
  });
}

function summaryOf(value: Json): string {
  if (Array.isArray(value)) return listOf(value.map((item: Json) => summaryOf(item)));
  if (!isContainer(value)) return String(value);
  const { name } = value as { readonly [key: string]: Json };
  return typeof name === 'string' ? name : shorten(JSON.stringify(value), LONGEST);
}
