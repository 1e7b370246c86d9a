// Decodes bytes to text. Kubernetes manifests are UTF-8; other bytes are an error with a position.

import { checkText, instanceOf } from '../base/arguments.js';
import { ReadError } from './read-error.js';
import { SourceText } from './source-text.js';

const checkBytes = instanceOf(Uint8Array, 'a Uint8Array');

/**
 * Decodes UTF-8 and drops a byte order mark.
 *
 * Throws {@link ReadError} at the first byte that is not UTF-8, and for texts longer than the runtime's strings.
 * @example
 * ```ts
 * import { decodeUtf8, ReadError } from 'dra-allocator/read';
 *
 * console.log(decodeUtf8(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0x3a, 0x20, 0x31]), 'pod.yaml')); // a: 1
 * try {
 *   decodeUtf8(new Uint8Array([0x61, 0x3a, 0x20, 0xff]), 'pod.yaml');
 * } catch (error) {
 *   if (error instanceof ReadError) console.log(`${error.file}:${error.line}:${error.column}: ${error.message}`);
 *   // pod.yaml:1:4: the text is not UTF-8: unexpected byte 0xFF
 * }
 * ```
 */
export function decodeUtf8(bytes: Uint8Array, file: string): string {
  checkBytes(bytes, 'decodeUtf8(bytes)');
  checkText(file, 'decodeUtf8(file)');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw explainFailure(bytes, file);
  }
}

function explainFailure(bytes: Uint8Array, file: string): ReadError {
  const start = { line: 1, column: 1 };
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return new ReadError('the text is UTF-16: save it as UTF-8', file, start);
  }
  const valid = validPrefixLength(bytes);
  if (valid === bytes.length) return new ReadError('the text is too long for this runtime', file, start);
  const prefix = new TextDecoder().decode(bytes.subarray(0, valid));
  const byte = (bytes[valid] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return new SourceText(prefix, file).errorAt(prefix.length, `the text is not UTF-8: unexpected byte 0x${byte}`);
}

/** Returns the number of bytes from the start that are complete, valid UTF-8 sequences (RFC 3629: no surrogates, no overlong forms). */
function validPrefixLength(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Returns the length of the valid sequence at an offset; 0 for an invalid one. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = lengthByLead(lead);
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 0;
  }
  return length > 2 && !isSecondByte(lead, bytes[at + 1] ?? 0) ? 0 : length;
}

function lengthByLead(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** The second byte decides whether a sequence is overlong, a surrogate, or above U+10FFFF. */
function isSecondByte(lead: number, second: number): boolean {
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second <= 0x9f;
  if (lead === 0xf0) return second >= 0x90;
  return lead !== 0xf4 || second <= 0x8f;
}
