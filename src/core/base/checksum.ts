// Checksums of JSON in files, which detect accidental changes. They do not protect against deliberate changes.

import { compareBytes } from './byte-order.js';
import { type Json, NumberLiteral } from './json.js';

/** The remainder of each byte for the polynomial of CRC-32 (ISO 3309), bits reversed. */
const RESTS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/**
 * Returns the checksum of a value in eight hexadecimal digits: CRC-32 of its JSON text with sorted keys, so a file may reorder them. Any
 * change within 32 bits, such as one digit, changes the checksum. Fields that are undefined do not count.
 */
export function checksumOf(value: object): string {
  let rest = 0xffffffff;
  for (const byte of new TextEncoder().encode(inOrder(value))) rest = (RESTS[(rest ^ byte) & 0xff] as number) ^ (rest >>> 8);
  return (~rest >>> 0).toString(16).padStart(8, '0');
}

function inOrder(value: object): string {
  return JSON.stringify(value, (_, one: Json) => {
    if (typeof one === 'bigint') return `${one}n`;
    if (typeof one !== 'object' || one === null || Array.isArray(one) || one instanceof NumberLiteral) return one;
    return Object.fromEntries(Object.entries(one).sort(([left], [right]) => compareBytes(left, right)));
  });
}
