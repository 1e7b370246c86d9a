// The changes in a cluster with classic DRA, in words: one line for each change.

import { isContainer, type Json } from '../../base/json.js';
import { count, shorten } from '../../base/words.js';
import { equalJson } from '../../classic/api/objects.js';
import type { SimulationEvent, Write } from '../../classic/index.js';
import { formatTable } from './table.js';

const HEADINGS = ['TIME', 'ACTOR', 'OBJECT', 'CHANGE'];

/** Fields that change with every write, or that say nothing to people. */
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

/** Lists and maps are not told entry by entry below this depth. */
const DEEPEST = 2;

/** A change, for people. */
export interface ClassicChange {
  readonly time: number;
  readonly actor: string;
  readonly object: string;
  readonly change: string;
}

/** The changes of a step, what failed and what was recorded included. */
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

/** The table of all changes. */
export function formatClassicChanges(changes: readonly ClassicChange[], hasHeadings: boolean): string {
  const rows = changes.map(({ time, actor, object, change }) => [`${(time / 1000).toFixed(3)}s`, actor, object, change]);
  return formatTable(HEADINGS, rows, { hasHeadings });
}

function titleOf({ kind, metadata: { namespace, name } }: Write['object']): string {
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

function changeOf({ verb, before, after, refusal }: Write): string {
  if (refusal !== undefined) return `${verb} refused: ${refusal}`;
  if (after === undefined) return 'deleted';
  const fields = differences((before ?? {}) as unknown as Json, after as unknown as Json, '', 0);
  const text = fields.join(', ');
  if (before !== undefined) return text;
  return text === '' ? 'created' : `created: ${text}`;
}

function differences(before: Json | undefined, after: Json | undefined, path: string, depth: number): readonly string[] {
  if (UNSAID.has(path) || equalJson(before, after)) return [];
  const isMap = (value: Json | undefined): value is { readonly [key: string]: Json } => isContainer(value) && !Array.isArray(value);
  if (depth < DEEPEST && isMap(after ?? {}) && isMap(before ?? {})) {
    const [own, old] = [(after ?? {}) as { [key: string]: Json }, (before ?? {}) as { [key: string]: Json }];
    const names = [...new Set([...Object.keys(old), ...Object.keys(own)])];
    return names.flatMap((name) => differences(old[name], own[name], path === '' ? name : `${path}.${name}`, depth + 1));
  }
  return [after === undefined ? `${path} removed` : `${path}: ${summaryOf(after)}`];
}

/** More entries are only counted. */
const MOST_ENTRIES = 8;

/** Texts of what has no shorter form are cut here. */
const LONGEST = 60;

function summaryOf(value: Json): string {
  if (Array.isArray(value)) {
    const texts = value.map((item: Json) => summaryOf(item));
    if (texts.length > MOST_ENTRIES || texts.some((text) => text.startsWith('{'))) return count(texts.length, 'item');
    return `[${texts.join(', ')}]`;
  }
  if (!isContainer(value)) return String(value);
  const { name, unsuitableNodes, resourceClaimName, availableOnNodes, resource } = value as { readonly [key: string]: Json };
  if (availableOnNodes !== undefined) return `on ${nodesIn(availableOnNodes)}`;
  if (resourceClaimName !== undefined) return `${String(name)}=${String(resourceClaimName)}`;
  if (typeof name === 'string' && resource !== undefined) return name;
  if (typeof name === 'string') return unsuitableNodes === undefined ? `${name} anywhere` : `${name} not on ${summaryOf(unsuitableNodes)}`;
  return shorten(JSON.stringify(value), LONGEST);
}

function nodesIn(selector: Json): string {
  const values: string[] = [];
  const walk = (value: Json | undefined, key: string): void => {
    if (key === 'values' && Array.isArray(value)) values.push(...value.map(String));
    else if (isContainer(value)) for (const [name, field] of Object.entries(value)) walk(field as Json, name);
  };
  walk(selector, '');
  return values.join(', ');
}
