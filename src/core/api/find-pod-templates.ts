// Finds pod templates in objects of unknown kinds: any value that has `spec.containers` with containers.

import { isContainer, type Json, type PathStep } from '../base/json.js';
import { isJsonObject } from './decoder.js';

/** A value that is shaped like a pod template, and the path to it. */
export interface FoundTemplate {
  readonly value: Json;
  readonly path: readonly PathStep[];
}

/** The pod templates in an object. */
export interface FoundTemplates {
  readonly templates: readonly FoundTemplate[];
  /** False if the object has more or deeper values than the search visits. */
  readonly isComplete: boolean;
}

/** The most values that the search visits. Objects in a cluster have a few thousand, but one may contain itself, or the same list a million times. */
const MOST_VALUES = 20_000;

/** The deepest level that the search visits. */
const MOST_LEVELS = 50;

/** The search ends at this number of templates. */
const MOST_TEMPLATES = 100;

/** Returns the pod templates in an object, in order. The search skips the insides of templates and the status of the object. */
export function findPodTemplates(object: Json): FoundTemplates {
  const search = new Search();
  if (isJsonObject(object))
    search.entries(
      Object.entries(object).filter(([key]) => !NOT_LOOKED_AT.has(key)),
      [],
    );
  return search;
}

/** Fields that hold no pod template in use. */
const NOT_LOOKED_AT: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

class Search implements FoundTemplates {
  readonly templates: FoundTemplate[] = [];
  isComplete = true;
  #left = MOST_VALUES;

  entries(entries: Iterable<readonly [step: PathStep, value: Json]>, path: readonly PathStep[]): void {
    for (const [step, value] of entries) {
      if (this.#left-- <= 0 || path.length >= MOST_LEVELS || this.templates.length >= MOST_TEMPLATES) {
        this.isComplete = false;
        return;
      }
      if (!isContainer(value)) continue;
      const below = [...path, step];
      if (isPodTemplate(value)) this.templates.push({ value, path: below });
      else this.entries(Array.isArray(value) ? value.entries() : Object.entries(value), below);
    }
  }
}

/** Returns whether an object has a list of containers, the first with a name or an image. */
function isPodTemplate(value: Json): boolean {
  const spec = fieldOf(value, 'spec');
  const containers = fieldOf(spec, 'containers');
  if (!Array.isArray(containers) || containers.length === 0) return false;
  const [first]: readonly Json[] = containers;
  return isJsonObject(first) && (typeof fieldOf(first, 'name') === 'string' || typeof fieldOf(first, 'image') === 'string');
}

function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
