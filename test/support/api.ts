// Helpers for the tests of decoding: reading YAML, and checking the error that an action throws.

import { readFileSync } from 'node:fs';
import { loadAll } from 'js-yaml';
import { AllocationError } from '../../src/core/base/errors.js';
import type { Json } from '../../src/core/base/json.js';

/** Reads the documents of a YAML text as plain JSON. */
export function yamlDocuments(text: string): Json[] {
  return loadAll(text) as Json[];
}

/** Reads the only document of a YAML text. */
export function yaml(text: string): Json {
  const documents = yamlDocuments(text);
  if (documents.length !== 1) throw new Error(`expected one document, found ${documents.length}`);
  return documents[0] ?? null;
}

/** The text of a file below test/manifests. */
export function manifest(name: string): string {
  return readFileSync(new URL(`../manifests/${name}`, import.meta.url), 'utf8');
}

/** Returns the AllocationError that `action` throws. Fails if `action` throws no error or another one. */
export function errorOf(action: () => unknown): AllocationError {
  try {
    action();
  } catch (error) {
    if (error instanceof AllocationError) return error;
    throw error;
  }
  throw new Error('expected an AllocationError, nothing was thrown');
}
