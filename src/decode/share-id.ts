// Names for shares of devices: each pick of a shared device gets one that no other share has.

import { shorten } from '../api/context.js';
import { AllocationError } from '../errors.js';

/** Gives a new share ID, a UUID in lower case (ResourceClaim API, `status.allocation.devices.results[].shareID`). */
export type NewShareID = () => string;

/** As `newShareID`, for the shares of one outcome. What it gives throws `invalid-input` for what is no name, or that of another share. */
export function checkedShareID(newShareID: NewShareID): NewShareID {
  let given: Set<string> | undefined;
  const refuse = (found: string): never => {
    throw new AllocationError('invalid-input', `newShareID: expected a new string at each call, found ${found}`, { path: 'newShareID' });
  };
  return () => {
    // Whoever writes JavaScript can give anything.
    const id: unknown = newShareID();
    if (typeof id !== 'string') return refuse(id === null ? 'null' : typeof id);
    if (id === '') return refuse('an empty one');
    given ??= new Set();
    return given.size === given.add(id).size ? refuse(`${JSON.stringify(shorten(id, 80))} again`) : id;
  };
}

/** Random bytes are had in portions, since each call for some takes longer than the rest of a UUID. */
const portion = new Uint8Array(16 * 64);
let used = portion.length;

const HEX = '0123456789abcdef';

/** A random UUID, version 4 of RFC 9562. `crypto.randomUUID` would do, but browsers have it on secure pages only. */
export function randomShareID(): string {
  if (used === portion.length) {
    crypto.getRandomValues(portion);
    used = 0;
  }
  let id = '';
  for (let index = 0; index < 16; index++) {
    let byte = portion[used++] as number;
    if (index === 6) byte = (byte & 0x0f) | 0x40;
    if (index === 8) byte = (byte & 0x3f) | 0x80;
    if (index === 4 || index === 6 || index === 8 || index === 10) id += '-';
    id += HEX.charAt(byte >> 4) + HEX.charAt(byte & 15);
  }
  return id;
}
