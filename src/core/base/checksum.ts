// Checksums of JSON that is stored in files: they tell that somebody or something changed it, by mistake. Against whoever means harm they prove nothing.

import { compareBytes } from './byte-order.js';
import { type Json, NumberLiteral } from './json.js';

/** The rest of each byte in the polynomial of CRC-32 (ISO 3309), bits reversed. */
const RESTS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/**
 * The checksum of a value, eight hexadecimal digits: CRC-32 of its JSON text with the keys of objects in order, so that who stores it may order them anew.
 * Any change within 32 bits is another checksum, so a digit is. Fields that are undefined are none.
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
