// The state of the page in the fragment of its address, compressed, so it never leaves the browser. The content of a link is untrusted.

import { SERVER_RELEASES } from '../../../core/features/releases.js';
import type { Semantics } from '../protocol.js';

/** The contents of a link: an example by name, or a text. */
export interface LinkState {
  readonly example?: string;
  readonly text?: string;
  readonly semantics: Semantics;
  /** The shown group. */
  readonly group?: string;
}

/** The longest fragment: browsers and messengers cut longer links. */
export const MAX_FRAGMENT = 100_000;

/** The most bytes of a decompressed text. */
export const MAX_TEXT_BYTES = 2_000_000;

/** The selectable releases, the newest first. */
export const RELEASES: readonly string[] = SERVER_RELEASES.toReversed();

const DEFAULT: Semantics = { devicesOnly: false };

/** Returns the fragment for a state, without its `#`; undefined if it is too long for a link. */
export async function fragmentOf({ example, text, semantics, group }: LinkState): Promise<string | undefined> {
  const parts = new URLSearchParams();
  if (example !== undefined) parts.set('example', example);
  else if (text !== undefined) parts.set('text', toBase64Url(await throughStream(encoded(text), new CompressionStream('deflate-raw'))));
  if (semantics.release !== undefined) parts.set('release', semantics.release);
  if (semantics.devicesOnly) parts.set('devices', 'only');
  if (group !== undefined) parts.set('show', group);
  const fragment = parts.toString();
  return fragment.length > MAX_FRAGMENT ? undefined : fragment;
}

/** Reads a fragment. Invalid parts are left out, and `problem` describes them. */
export async function readFragment(fragment: string): Promise<LinkState & { readonly problem?: string }> {
  if (fragment.length > MAX_FRAGMENT) return { semantics: DEFAULT, problem: 'cannot open the link: it is too long' };
  const parts = new URLSearchParams(fragment);
  const release = RELEASES.find((each) => each === parts.get('release'));
  const semantics: Semantics = { devicesOnly: parts.get('devices') === 'only', ...(release === undefined ? {} : { release }) };
  const show = parts.get('show');
  const rest = { semantics, ...(show === null || show === '' ? {} : { group: show.slice(0, 600) }) };
  const [example, packed] = [parts.get('example'), parts.get('text')];
  if (packed === null) return example === null ? rest : { ...rest, example: example.slice(0, 60) };
  try {
    return { ...rest, text: await unpacked(packed) };
  } catch {
    return { ...rest, problem: 'cannot read the text in the link: it is damaged or too long' };
  }
}

async function unpacked(packed: string): Promise<string> {
  const bytes = await throughStream(fromBase64Url(packed), new DecompressionStream('deflate-raw'), MAX_TEXT_BYTES);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Sends bytes through a stream. Throws if more than `most` bytes come out, because a few bytes can expand to gigabytes. */
async function throughStream(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error('too long');
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
