// Generates docs/reference/v1beta1.md from the decoder of v1beta1 claims, the API types of `validate`, and the texts of scripts/v1beta1-fields.mjs.

import { build } from 'esbuild';
import { root } from './fresh.mjs';
import { FIELDS, PARTS } from './v1beta1-fields.mjs';

/** @typedef {import('../src/core/api/schema.js').Schema} Schema */
/** @typedef {import('../src/validate/schema/schema.js').Type} Type */
/** @typedef {import('./v1beta1-fields.mjs').FieldUse} FieldUse */

/**
 * A field without subfields. `type` is undefined if no supported release has the field; `read` describes how the decoder treats it.
 * @typedef {{ path: string, type: string | undefined, releases: readonly number[], read: 'yes' | 'no' | 'retired' | 'drawn' | 'gated' }} ClaimField
 */

/** The path of the page, relative to the repository. */
export const V1BETA1_PAGE = 'docs/reference/v1beta1.md';

const API_VERSION = 'resource.k8s.io/v1beta1';
const KIND = 'ResourceClaim';

/** Reads the sources. @returns {Promise<{ decoder: Schema, types: ReadonlyMap<number, Type> }>} */
async function readSources() {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "export { decodeResourceClaim } from './src/core/api/decode-resource-claim.js'; export { DecodeContext } from './src/core/api/context.js';" +
        "export { typeOf } from './src/validate/schema/schema.js'; export { MINORS } from './src/validate/schema/types.generated.js';",
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const text = /** @type {import('esbuild').OutputFile} */ (outputFiles[0]).text;
  const sources = await import(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
  const types = new Map(sources.MINORS.map((/** @type {number} */ minor) => [minor, sources.typeOf(API_VERSION, KIND, minor)]));
  return { decoder: decoderOf(sources), types };
}

/** Returns the schema at which the decoding of a claim begins. @param {Record<string, any>} sources @returns {Schema} */
function decoderOf({ DecodeContext, decodeResourceClaim }) {
  /** @type {Schema | undefined} */
  let decoder;
  const context = new DecodeContext();
  context.startObject = (/** @type {Schema} */ schema) => {
    decoder ??= schema;
  };
  decodeResourceClaim({ apiVersion: API_VERSION, kind: KIND }, context);
  if (decoder === undefined) throw new Error(`nothing decodes ${KIND} of ${API_VERSION}`);
  return decoder;
}

/**
 * Returns all fields, as a schema and as a list: fields of the API in some release, and other fields that the decoder reads. Each of the
 * latter is one field with all of its contents.
 * @returns {Promise<{ schema: Schema, fields: readonly ClaimField[] }>}
 */
export async function claimFields() {
  const { decoder, types } = await readSources();
  /** @type {ClaimField[]} */
  const fields = [];
  const schema = merge('', decoder, types, true, fields);
  return { schema, fields };
}

/**
 * @param {string} path
 * @param {Schema | undefined} decoder
 * @param {ReadonlyMap<number, Type>} types by release
 * @param {boolean} isRead
 * @param {ClaimField[]} fields
 * @returns {Schema}
 */
function merge(path, decoder, types, isRead, fields) {
  const [type] = types.values();
  if (type?.kind === 'list' || type?.kind === 'map') {
    const inner = mapped(types, (each) => (each.kind === 'list' ? each.items : each.kind === 'map' ? each.values : undefined));
    return { items: merge(`${path}[]`, decoder?.items, inner, isRead, fields) };
  }
  if (type?.kind !== 'struct') {
    fields.push({ path, type: type?.kind, releases: [...types.keys()], read: readOf(decoder, type, isRead) });
    return {};
  }
  const retired = Object.keys(decoder?.retired ?? {});
  const served = [...types.values()].flatMap((each) => (each.kind === 'struct' ? [...each.fields.keys()] : []));
  const names = [...new Set([...served, ...(decoder?.fields?.keys() ?? []), ...retired])];
  return {
    fields: new Map(
      names.map((name) => {
        const own = path === '' ? name : `${path}.${name}`;
        const inner = mapped(types, (each) => (each.kind === 'struct' ? each.fields.get(name) : undefined));
        if (inner.size === 0 && retired.includes(name)) {
          fields.push({ path: own, type: undefined, releases: [], read: 'retired' });
          return [name, {}];
        }
        // The decoder stores an opaque value unchanged, so every field inside counts as read.
        const isOpaque = decoder?.fields === undefined;
        return [name, merge(own, decoder?.fields?.get(name), inner, isRead && (isOpaque || decoder.fields?.has(name) === true), fields)];
      }),
    ),
  };
}

/**
 * @param {Schema | undefined} decoder
 * @param {Type | undefined} type
 * @param {boolean} isRead
 * @returns {ClaimField['read']}
 */
function readOf(decoder, type, isRead) {
  if (type === undefined) return decoder?.gate === undefined ? 'drawn' : 'gated';
  return isRead ? 'yes' : 'no';
}

/**
 * @param {ReadonlyMap<number, Type>} types
 * @param {(type: Type) => Type | undefined} change
 * @returns {ReadonlyMap<number, Type>}
 */
function mapped(types, change) {
  return new Map(
    [...types].flatMap(([minor, type]) => {
      const inner = change(type);
      return inner === undefined ? [] : [[minor, inner]];
    }),
  );
}

/** Returns the generated page. */
export async function v1beta1Page() {
  const { fields } = await claimFields();
  return formatV1beta1Page(fields, FIELDS);
}

/**
 * Formats the page. Throws if a field has no entry or an entry no field.
 * @param {readonly ClaimField[]} fields
 * @param {readonly FieldUse[]} uses
 */
export function formatV1beta1Page(fields, uses) {
  const byPath = new Map(uses.map((use) => [use.path, use]));
  const table = 'FIELDS of scripts/v1beta1-fields.mjs';
  const missing = fields.filter(({ path }) => !byPath.has(path)).map(({ path }) => path);
  if (missing.length > 0) throw new Error(`${table} lacks what is done with ${missing.join(', ')}`);
  const gone = uses.filter(({ path }) => !fields.some((field) => field.path === path)).map(({ path }) => path);
  if (gone.length > 0) throw new Error(`${table} has fields that claims do not have: ${gone.join(', ')}`);
  const newest = Math.max(...fields.flatMap(({ releases }) => releases));
  const oldest = Math.min(...fields.flatMap(({ releases }) => releases));
  const lines = PARTS.flatMap(({ title, prefix, text }) => {
    const own = fields.filter(({ path }) => partOf(path) === prefix);
    const rows = own.map((field) => row(field, /** @type {FieldUse} */ (byPath.get(field.path)), oldest, newest));
    const table = own.length > 0 ? [...HEAD, ...rows, ''] : [];
    return [`## ${title}`, '', ...(text.length > 0 ? [...text, ''] : []), ...table];
  });
  return `${[...INTRODUCTION, ...lines].join('\n').trimEnd()}\n`;
}

const HEAD = ['| field | type | read | decides | shown in | meaning, or why it has no effect |', '|---|---|---|---|---|---|'];

const INTRODUCTION = [
  '# ResourceClaim v1beta1, field by field',
  '',
  'For users with claims in `resource.k8s.io/v1beta1` who need to know the effect of a field.',
  '',
  '<!-- Made by `npm run docs` from the decoders, the types of the API and scripts/v1beta1-fields.mjs. Change it there. -->',
  '',
  'The [API reference](https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/resource-claim-v1beta1/) describes the fields of a claim.',
  'This page lists the effect of each field here. A test changes every field, and fails if an effect is missing or wrong.',
  '',
  '| column | values |',
  '|---|---|',
  '| type | as in the API, with its releases if not all of 1.34 to 1.37 have it; `-` if none has it |',
  '| read | `yes`, `no`; `raw` for fields that are not decoded, but stay in the JSON of the object; `no longer` for fields of earlier releases; `other name` for fields that a KEP proposed under another name; `with its gate` for fields that need an `X` gate |',
  '| decides | `devices`: which devices are allocated, or an error; `pods`: where a pod with the claim can run and be bound |',
  '| shown in | `result`: the AllocationResult, besides devices; `claim`: the output of `allocate -o yaml`; `inventory`, `explain`: the output of these commands |',
  '',
  'In paths, `[]` means an item of a list or an entry of a map.',
  '`validate` checks every field of the API by its [rules](rules.md).',
  '',
];

/** @param {string} path */
function partOf(path) {
  return PARTS.map(({ prefix }) => prefix).findLast((prefix) => prefix !== undefined && path.startsWith(prefix));
}

/** The effects that decide allocations and placements. */
const DECIDES = new Map([
  ['devices', 'devices'],
  ['pods', 'pods'],
]);

/** @type {ReadonlyMap<string, string>} */
const SHOWN = new Map([
  ['allocation', 'result'],
  ['printed', 'claim'],
  ['inventory', 'inventory'],
  ['explanation', 'explain'],
]);

/**
 * @param {ClaimField} field
 * @param {FieldUse} use
 * @param {number} oldest
 * @param {number} newest
 */
function row({ path, type, releases, read }, { effects, says }, oldest, newest) {
  const told = {
    yes: 'yes',
    no: effects.length > 0 ? 'raw' : 'no',
    retired: 'no longer',
    drawn: 'other name',
    gated: 'with its gate',
  }[read];
  const [first = oldest] = releases;
  const since = first > oldest ? `, since 1.${first}` : '';
  const until = (releases.at(-1) ?? newest) < newest ? `, up to 1.${releases.at(-1)}` : '';
  const listed = (/** @type {ReadonlyMap<string, string>} */ words) =>
    effects.flatMap((effect) => words.get(effect) ?? []).join(', ') || '-';
  return `| \`${path}\` | ${type ?? '-'}${since}${until} | ${told} | ${listed(DECIDES)} | ${listed(SHOWN)} | ${says.replaceAll('|', '\\|')} |`;
}
