// Objects for untrusted keys.

import type { Json } from '../base/json.js';

/** A JSON object under construction. */
export type OpenObject = { [key: string]: Json };

/**
 * The class of objects without inherited properties: its prototype is empty and has no prototype.
 * `Object.create(null)` would be slow, since V8 makes it a hash table: compact JSON would read at 35 instead of 75 MB/s on a list of
 * ResourceSlices, with twice the memory.
 */
class BareObject {
  [key: string]: Json;

  static {
    Reflect.deleteProperty(BareObject.prototype, 'constructor');
    Reflect.setPrototypeOf(BareObject.prototype, null);
    Object.freeze(BareObject.prototype);
  }
}

/** Returns an empty object in which every key is plain data, even `__proto__` and `constructor`. */
export function newObject(): OpenObject {
  return new BareObject();
}
