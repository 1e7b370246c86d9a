// Names for shares of devices: each pick of a shared device gets one that no other share has.

import { shorten } from '../api/context.js';
import { AllocationError } from '../errors.js';

/** Gives a new share ID, a UUID in lower case (ResourceClaim API, `status.allocation.devices.results[].shareID`). */
export type NewShareID = () => string;

/** As `newShareID`, for the shares of one outcome. What it gives throws `invalid-input` for what is no name, or that of another share. */
export function checkedShareID(newShareID: NewShareID): NewShareID {
  const given = new Set<string>();
  const refuse = (found: string): never => {
    throw new AllocationError('invalid-input', `newShareID: expected a new string at each call, found ${found}`, { path: 'newShareID' });
  };
  return () => {
    // Whoever writes JavaScript can give anything.
    const id: unknown = newShareID();
    if (typeof id !== 'string') return refuse(id === null ? 'null' : typeof id);
    if (id === '') return refuse('an empty one');
    return given.size === given.add(id).size ? refuse(`${JSON.stringify(shorten(id, 80))} again`) : id;
  };
}

/** A random UUID, version 4 of RFC 9562. `crypto.randomUUID` would do, but browsers have it on secure pages only. */
export function randomShareID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
