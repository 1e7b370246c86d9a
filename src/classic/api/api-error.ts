// Defines the errors of an API server, with its messages. Source: k8s.io/apimachinery/pkg/api/errors.

import { messageText } from '../../core/base/describe.js';
import { groupOf } from './objects.js';

/** The reasons of a Status that the simulation distinguishes. */
export type ApiErrorReason = 'NotFound' | 'Conflict' | 'AlreadyExists' | 'Invalid';

/**
 * An error response of the API server.
 * @example
 * ```ts
 * import { ApiError, Simulation } from 'dra-allocator/classic';
 *
 * try {
 *   new Simulation().delete('Pod', 'default', 'train');
 * } catch (error) {
 *   if (error instanceof ApiError) console.log(error.reason, error.message); // NotFound pods "train" not found
 * }
 * ```
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly reason: ApiErrorReason;

  constructor(reason: ApiErrorReason, message: string) {
    super(messageText(message));
    this.reason = reason;
  }
}

/** Returns whether an error is an API server error with this reason. */
export function hasReason(error: unknown, reason: ApiErrorReason): boolean {
  return error instanceof ApiError && error.reason === reason;
}

/** Returns the resource of a type with its group: `resourceclaims.resource.k8s.io`. */
export function resourceOf(type: string): string {
  const [kind = '', ...group] = type.split('.');
  const plural = pluralOf(kind.toLowerCase());
  if (group.length > 0) return `${plural}.${group.join('.')}`;
  return isCore(type) ? plural : `${plural}.resource.k8s.io`;
}

/** Returns the error of a lister, which names the kind, while the API server names the resource. */
export function notInCache(type: string, name: string): ApiError {
  const singular = isCore(type) ? type.toLowerCase() : `${type.toLowerCase()}.resource.k8s.io`;
  return new ApiError('NotFound', `${singular} "${name}" not found`);
}

/** Returns the error for a missing object. */
export function notFound(type: string, name: string): ApiError {
  return new ApiError('NotFound', `${resourceOf(type)} "${name}" not found`);
}

/** Returns the error for an object that has changed or been replaced. */
export function conflict(
  type: string,
  name: string,
  why = 'the object has been modified; please apply your changes to the latest version and try again',
) {
  return new ApiError('Conflict', `Operation cannot be fulfilled on ${resourceOf(type)} "${name}": ${why}`);
}

/** Returns the error for an existing object of the same name. */
export function alreadyExists(type: string, name: string): ApiError {
  return new ApiError('AlreadyExists', `${resourceOf(type)} "${name}" already exists`);
}

/** Returns the error for an object that breaks rules of its kind. */
export function invalid(
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  name: string,
  problems: readonly string[],
) {
  const group = groupOf(apiVersion);
  const text = problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`;
  return new ApiError('Invalid', `${group === '' ? kind : `${kind}.${group}`} "${name}" is invalid: ${text}`);
}

function isCore(type: string): boolean {
  return CORE_KINDS.has(type);
}

const CORE_KINDS: ReadonlySet<string> = new Set(['Pod', 'Node', 'Namespace', 'ConfigMap']);

function pluralOf(kind: string): string {
  if (/(s|x|ch|sh)$/.test(kind)) return kind.endsWith('parameters') ? kind : `${kind}es`;
  return `${kind}s`;
}
