// The error of the public interface: one class, with codes that a table says (error-codes.ts).
//
// A code is stable; a message may get better. Where the reference says something useful, the message begins with
// its words (reference: k8s.io/dynamic-resource-allocation v0.37.2).

import { messageText } from './describe.js';
import type { ERROR_CODES } from './error-codes.js';
import { shorten, shownName } from './words.js';

/** One of the codes of {@link ERROR_CODES}. */
export type AllocationErrorCode = keyof typeof ERROR_CODES;

/** The codes that the table calls local to one node. Its texts are for readers: an error is made without them. */
const NODE_LOCAL: ReadonlySet<AllocationErrorCode> = new Set(['invalid-pools'] as const);

/** The most characters of a message: text of the input may have any length. */
const MOST_OF_A_MESSAGE = 10_000;

/** The place of an error in the input, as far as known. */
export interface ErrorPlace {
  /** The claim, as `namespace/name` (or `name` without a namespace). */
  readonly claim?: string;
  /** The request, or `request/subrequest`. */
  readonly request?: string;
  /** The index of the selector within its class or request. */
  readonly selector?: number;
  /** The device, as `driver/pool/device`. */
  readonly device?: string;
  /** The field, as `spec.devices.requests[0].name`, preceded by where the object stands in the input. */
  readonly path?: string;
}

/**
 * The input is wrong in a way that no other choice of devices would mend.
 *
 * `message` is what the reference says where it says something useful; `code` is stable and documented in
 * {@link ERROR_CODES}; `nodeLocal` tells that other nodes may still work.
 * @example
 * ```ts
 * // Examples of its methods go on from this one.
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
   * For JSON.stringify, which leaves out the message of an error.
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

/** Reports whether the input caused an error, so that the same call throws it again. */
export function isOfInput(error: unknown): error is AllocationError {
  return error instanceof AllocationError && error.code !== 'internal' && error.code !== 'out-of-memory';
}

/** Reports whether nodes cannot be solved together: the problem is too large, or there is no memory for it now. */
export function hasNoRoom(error: unknown): boolean {
  return error instanceof AllocationError && (error.code === 'input-too-large' || error.code === 'out-of-memory');
}

/** Shortens the names in a place: there may be an error for each node. Keeps values of other types, which only callers outside can pass. */
function shownPlace(place: ErrorPlace): ErrorPlace {
  const fields = Object.entries(place ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    fields.map(([field, value]) => [field, field !== 'path' && typeof value === 'string' ? shownName(value) : value]),
  );
}

/** An error that says the same, for another caller: each may write into what it gets. */
export function copyOfError(error: AllocationError): AllocationError {
  const { code, message, claim, request, selector, device, path } = error;
  const place = Object.fromEntries(Object.entries({ claim, request, selector, device, path }).filter(([, value]) => value !== undefined));
  return new AllocationError(code, message, place);
}
