// Reads objects that callers pass as documents, and locates errors in them.

import { MOST_SHOWN, placeOfError } from '../core/api/context.js';
import type { DecodeSource } from '../core/api/objects.js';
import { wrongArgument } from '../core/base/arguments.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { describe } from '../core/base/describe.js';
import { AllocationError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import { type Json, MOST_LISTS_IN_LISTS } from '../core/base/json.js';
import { mapping } from '../core/base/lists-in-increments.js';
import { shorten } from '../core/base/words.js';
import { claimKey, listOf } from './claims.js';
import { isNamespaced } from './pod-objects.js';

/** Returns the documents of a caller, possibly hundreds of thousands, with their positions. */
export function* sourcesOf(objects: readonly Json[], checkpoint: Checkpoint): Incremental<readonly DecodeSource[]> {
  return yield* mapping(
    objects,
    (value, origin) => {
      if (typeof value !== 'object' || value === null)
        throw inObject(origin, value, new AllocationError('invalid-input', `expected a Kubernetes object, found ${describe(value)}`));
      return { value, origin };
    },
    checkpoint,
  );
}

/** Adds to a decoding error the document that it is in. */
export function inSource(objects: readonly Json[], error: unknown): unknown {
  const index = error instanceof AllocationError ? placeOfError(error)?.origin : undefined;
  return typeof index === 'number' ? inObject(index, objects[index], error as AllocationError) : error;
}

/** Adds to an error the object that it is in. */
function inObject(index: number, value: Json | undefined, error: AllocationError): AllocationError {
  const { kind, metadata } = (value ?? {}) as {
    readonly kind?: unknown;
    readonly metadata?: { readonly namespace?: unknown; readonly name?: unknown };
  };
  const name = [metadata?.namespace, metadata?.name].filter((part) => typeof part === 'string' && part !== '').join('/');
  const who = typeof kind === 'string' ? ` (${shorten(`${kind}${name === '' ? '' : ` ${name}`}`, MOST_SHOWN)})` : '';
  const path = `objects[${index}]${error.path === undefined ? '' : `.${error.path}`}`;
  return new AllocationError(error.code, `objects[${index}]${who}: ${error.message}`, { path });
}

/**
 * Returns kind and name of each object to remove, including the items of lists; for a namespaced kind, its key. Throws `invalid-input` and
 * `input-too-large`.
 */
export function* identitiesOf(value: Json, path: string, depth = 0): Generator<readonly [string, string]> {
  const { kind, metadata, items } = (value ?? {}) as {
    readonly kind?: unknown;
    readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown };
    readonly items?: unknown;
  };
  if (typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items)) {
    if (depth === MOST_LISTS_IN_LISTS)
      throw new AllocationError('input-too-large', `${path}: lists are nested deeper than ${depth} levels`, { path });
    for (const [index, item] of listOf(items, `${path}.items`).entries()) yield* identitiesOf(item, `${path}.items[${index}]`, depth + 1);
    return;
  }
  const { name, namespace } = metadata ?? {};
  if (typeof kind !== 'string' || typeof name !== 'string') {
    throw wrongArgument(path, 'an object with a kind and metadata.name', value);
  }
  yield [kind, isNamespaced(kind) ? claimKey({ metadata: { namespace: typeof namespace === 'string' ? namespace : '', name } }) : name];
}
