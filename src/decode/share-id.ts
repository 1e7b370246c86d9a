// Names for shares of devices: each pick of a shared device gets one that no other share has.

/** Gives a new share ID, a UUID in lower case (ResourceClaim API, `status.allocation.devices.results[].shareID`). */
export type NewShareID = () => string;

/** A random UUID, version 4 of RFC 9562. `crypto.randomUUID` would do, but browsers have it on secure pages only. */
export function randomShareID(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
