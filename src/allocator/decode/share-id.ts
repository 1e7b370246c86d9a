// Creates share IDs: each selection of a shared device has a unique one.

import { AllocationError } from '../../core/base/errors.js';
import { shorten } from '../../core/base/words.js';

/** Returns a new share ID, a UUID in lower case (ResourceClaim API, `status.allocation.devices.results[].shareID`). */
export type NewShareID = () => string;

/** Wraps `newShareID` for one outcome: it throws `invalid-input` if the ID is empty, not a string, or repeated. */
export function checkedShareID(newShareID: NewShareID): NewShareID {
  let issuedIDs: Set<string> | undefined;
  const reject = (found: string): never => {
    throw new AllocationError('invalid-input', `newShareID: expected a new string at each call, found ${found}`, { path: 'newShareID' });
  };
  return () => {
    // JavaScript callers can return any value.
    const id: unknown = newShareID();
    if (typeof id !== 'string') return reject(id === null ? 'null' : typeof id);
    if (id === '') return reject('an empty one');
    issuedIDs ??= new Set();
    return issuedIDs.size === issuedIDs.add(id).size ? reject(`${JSON.stringify(shorten(id, 80))} again`) : id;
  };
}

/** Random bytes are generated in batches, since each call costs more than the rest of a UUID. */
const portion = new Uint8Array(16 * 64);
let used = portion.length;

/** Each byte in hexadecimal. */
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns a random UUID, version 4 of RFC 9562. Browsers offer `crypto.randomUUID` on secure pages only. */
export function randomShareID(): string {
  if (used === portion.length) {
    crypto.getRandomValues(portion);
    used = 0;
  }
  const at = used;
  used += 16;
  portion[at + 6] = ((portion[at + 6] as number) & 0x0f) | 0x40;
  portion[at + 8] = ((portion[at + 8] as number) & 0x3f) | 0x80;
  return `${hex(at, 4)}-${hex(at + 4, 2)}-${hex(at + 6, 2)}-${hex(at + 8, 2)}-${hex(at + 10, 6)}`;
}

function hex(at: number, count: number): string {
  let text = '';
  for (let index = at; index < at + count; index++) text += HEX[portion[index] as number];
  return text;
}
