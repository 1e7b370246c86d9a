// Inputs that are not manifests, recognized by their first bytes: the name of the format, and what to do instead.

import { isJsonObject } from '../../../core/api/decoder.js';
import type { Json } from '../../../core/base/json.js';
import { shorten } from '../../../core/base/words.js';
import { DUMPED_KINDS, dumpOf } from '../cluster-dump.js';

/** The most characters of a foreign text in a message. */
const MOST_SHOWN = 200;

/** Formats with their first bytes, in hexadecimal. */
const SIGNATURES: readonly (readonly [bytes: string, format: string, remedy: string])[] = [
  ['1f8b', 'gzip', 'unpack it first, as in gunzip -c FILE | dra-allocator ... -f -'],
  ['504b0304', 'a zip archive', 'unpack it first, and name the files or the directory'],
  ['28b52ffd', 'zstd', 'unpack it first, as in zstd -dc FILE | dra-allocator ... -f -'],
  ['fd377a585a00', 'xz', 'unpack it first, as in xz -dc FILE | dra-allocator ... -f -'],
  ['425a68', 'bzip2', 'unpack it first, as in bzip2 -dc FILE | dra-allocator ... -f -'],
  ['377abcaf271c', 'a 7z archive', 'unpack it first, and name the files or the directory'],
  ['25504446', 'PDF', 'name a file in YAML or JSON'],
  ['6b387300', 'Kubernetes protobuf', 'dump the objects with kubectl get -o json'],
];

const TAR = { offset: 257, text: 'ustar' };

const UTF_16 = 'UTF-16 without a byte order mark: save it as UTF-8';

/** Returns the format of bytes that are not UTF-8 text, and what to do; undefined if the format is not supported. */
export function foreignBytes(bytes: Uint8Array): string | undefined {
  const begin = Array.from(bytes.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const found = SIGNATURES.find(([signature]) => begin.startsWith(signature));
  if (found !== undefined) return sentence(found[1], found[2]);
  const at = bytes.subarray(TAR.offset, TAR.offset + TAR.text.length);
  if (new TextDecoder().decode(at) === TAR.text) return sentence('a tar archive', 'unpack it first, and name the files or the directory');
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  const isLittle = first !== 0 && second === 0 && third !== 0 && fourth === 0;
  const isBig = first === 0 && second !== 0 && third === 0 && fourth !== 0;
  return isLittle || isBig ? `the text is ${UTF_16}` : undefined;
}

const ASK_FOR_JSON = 'dump the objects with kubectl get -o json';

/** Texts by their beginnings. Each expression reads only the first lines, and reads each character a bounded number of times. */
const TEXTS: readonly (readonly [begin: RegExp, format: string, remedy: string])[] = [
  [
    /^<(?:!doctype html|html|head|body|script)\b/i,
    'HTML, such as the login page of a proxy',
    'log in, and dump the objects again with kubectl get -o json',
  ],
  [/^<\?xml\b/i, 'XML', 'name a file in YAML or JSON'],
  [/^No resources found\b/, 'a kubectl message (no object was found)', 'check the namespace (-A has all) and the context'],
  [
    /^(?:Error from server|Unable to connect to the server|The connection to the server|error: |E\d{4} \d\d:\d\d:\d\d)/,
    'a kubectl error',
    'fix it, and dump the objects again',
  ],
  [/^(?:NAMESPACE {2,})?(?:NAME|LAST SEEN|CURRENT)(?: {2,}[A-Z]|[ \t]*\r?\n\S)/, 'a table of kubectl get', ASK_FOR_JSON],
  [/^Name:[ \t]{2,}\S[^\n]*\n(?:[A-Z][A-Za-z -]{0,40}:|[ \t])/, 'the output of kubectl describe', ASK_FOR_JSON],
  [/^[a-z]+(?:\.[a-z0-9.-]+)?\/[a-z0-9][a-z0-9.-]*[ \t]*(?:\r?\n|$)/, 'names of kubectl get -o name', ASK_FOR_JSON],
];

/** The most characters that are matched. */
const MOST_READ = 2000;

/** Returns the format of a text that is neither YAML nor JSON of objects, and what to do; undefined if it may be either. */
export function foreignText(text: string): string | undefined {
  const begin = text.slice(0, MOST_READ).trimStart();
  const found = TEXTS.find(([expression]) => expression.test(begin));
  return found && sentence(found[1], found[2], found[1].startsWith('a kubectl error') ? firstLine(begin) : '');
}

function firstLine(text: string): string {
  return shorten(text.split(/\r?\n/, 1)[0] as string, MOST_SHOWN);
}

function sentence(format: string, remedy: string, quoted = ''): string {
  return `this is ${format}, not a manifest${quoted === '' ? '' : ` (${quoted})`}: ${remedy}`;
}

/** Returns a description of a document without a cluster object, and the remedy; undefined if it may have one. */
export function foreignDocument(value: Json): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiVersion, kind } = value;
  if (apiVersion === 'v1' && kind === 'Status') return aboutStatus(value);
  if (apiVersion === 'v1' && kind === 'Config' && ['clusters', 'contexts', 'users'].some((field) => Object.hasOwn(value, field)))
    return `this is a kubeconfig, which contains no cluster objects: dump them with ${dumpOf(DUMPED_KINDS, 'kubectl --kubeconfig FILE')}`;
  if (typeof apiVersion === 'string' && apiVersion.startsWith('meta.k8s.io/')) {
    return `this is a ${shorten(String(kind), MOST_SHOWN)} of the API server, without the contents of objects: ${ASK_FOR_JSON}`;
  }
  const name = isJsonObject(value['metadata'] ?? null) ? (value['metadata'] as { readonly name?: Json }).name : undefined;
  const isTemplate = [apiVersion, kind, name].some((field) => typeof field === 'string' && /^[^{]{0,253}\{\{/.test(field));
  return isTemplate ? `this is a template, such as a Helm template: ${RENDER}` : undefined;
}

const RENDER = 'render it first, as in helm template CHART | dra-allocator ... -f -';

/** Explains a Status, which the API server returns for a rejected request. */
function aboutStatus({ status, message, reason, code }: { readonly [field: string]: Json | undefined }): string {
  const text = [message, reason, status].find((field): field is string => typeof field === 'string' && field !== '') ?? 'no message';
  const number = typeof code === 'number' ? ` (${code})` : '';
  const what = status === 'Success' ? 'the result of a request' : 'a request that the API server rejected';
  return `this is a Status, ${what}, not an object: ${shorten(text, MOST_SHOWN)}${number}: ${status === 'Success' ? ASK_FOR_JSON : `request access, and dump the objects again`}`;
}
