// The error of the public interface: one class with the codes of a table (error-codes.ts).
// Codes are stable; messages may improve. A message begins with the words of the reference where they help
// the reader (reference: k8s.io/dynamic-resource-allocation v0.37.2).

import { messageText } from './describe.js';
import type { ERROR_CODES } from './error-codes.js';
import { shorten, shownName } from './words.js';

/**
 * The codes that the table marks as local to one node. They are repeated here, because creating an error must not load the
 * texts of the table.
 */
export type AllocationErrorCode = keyof typeof ERROR_CODES;

/** The codes that the table marks as local to one node, repeated here because creating an error must not need the table's texts. */
const NODE_LOCAL: ReadonlySet<AllocationErrorCode> = new Set(['invalid-pools'] as const);

/** The most characters of a message, since text of the input may have any length. */
export const MOST_OF_A_MESSAGE = 10_000;

/** The place of an error in the input. Unknown parts are absent. */
export interface ErrorPlace {
  /** The claim, as `namespace/name` (or `name` without a namespace). */
  readonly claim?: string;
  /** The request, or `request/subrequest`. */
  readonly request?: string;
  /** The index of the selector within its class or request. */
  readonly selector?: number;
  /** The device, as `driver/pool/device`. */
  readonly device?: string;
  /** The field, as `spec.devices.requests[0].name`, after the place of the object in the input. */
  readonly path?: string;
}

/**
 * An error of the input, which no other choice of devices would fix.
 * `message` has the words of the reference where they help the reader. `code` is stable and documented in {@link ERROR_CODES}. `nodeLocal`
 * is true if other nodes may still work.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
 * import { AllocationError, createAllocator } from 'dra-allocator';
 *
 * const cluster = (await createAllocator()).cluster();
 * let refused: AllocationError | undefined;
 * try {
 *   cluster.apply([{ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'gpu' }, spec: { selector: [] } } as object]);
 * } catch (error) {
 *   if (!(error instanceof AllocationError)) throw error;
 *   refused = error;
 * }
 * console.log(refused?.code, refused?.path, refused?.message);
 * // invalid-object objects[0].spec.selector objects[0] (DeviceClass gpu): spec.selector: unknown field, did you mean spec.selectors?
 * ```
 */
export class AllocationError extends Error {
  override readonly name = 'AllocationError';
  readonly code: AllocationErrorCode;
  readonly nodeLocal: boolean;
  readonly claim?: string;
  readonly request?: string;
  readonly selector?: number;
  readonly device?: string;
  readonly path?: string;

  constructor(code: AllocationErrorCode, message: string, place: ErrorPlace = {}) {
    super(shorten(messageText(message), MOST_OF_A_MESSAGE));
    this.code = code;
    this.nodeLocal = NODE_LOCAL.has(code);
    Object.assign(this, shownPlace(place));
  }

  /**
   * Returns the fields for JSON.stringify, which would leave out the message of an error.
   * @example
   * ```ts
   * console.log(JSON.stringify(refused));
   * // {"name":"AllocationError","code":"invalid-object","nodeLocal":false,"path":"objects[0].spec.selector","message":"objects[0] (DeviceClass gpu): spec.selector: unknown field, did you mean spec.selectors?"}
   * ```
   */
  toJSON(): object {
    const { message, ...fields } = Object.assign({ message: this.message }, this);
    return { ...fields, message };
  }
}

/** Returns whether the input caused an error, so that the same call would throw it again. */
export function isOfInput(error: unknown): error is AllocationError {
  return error instanceof AllocationError && error.code !== 'internal' && error.code !== 'out-of-memory';
}

/** Returns whether the nodes cannot be solved in one problem. The problem is too large, or memory for it is not available now. */
export function hasNoRoom(error: unknown): boolean {
  return error instanceof AllocationError && (error.code === 'input-too-large' || error.code === 'out-of-memory');
}

/**
 * Shortens the names in a place, since each node may have an error. Leaves out values of other types, which only external
 * callers can pass.
 */
function shownPlace(place: ErrorPlace): ErrorPlace {
  const fields = Object.entries(place ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    fields.map(([field, value]) => [field, field !== 'path' && typeof value === 'string' ? shownName(value) : value]),
  );
}

/** Returns an equal error for another caller, because each caller may write into its error. */
export function copyOfError(error: AllocationError): AllocationError {
  const { code, message, claim, request, selector, device, path } = error;
  const place = Object.fromEntries(Object.entries({ claim, request, selector, device, path }).filter(([, value]) => value !== undefined));
  return new AllocationError(code, message, place);
}
