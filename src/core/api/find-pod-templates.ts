// Pod templates in objects of kinds that nobody described: whatever has `spec.containers` with containers in it, somewhere below the object.

import { isContainer, type Json, type PathStep } from '../base/json.js';
import { isJsonObject } from './decoder.js';

/** A value that is shaped like a pod template, and the path to it. */
export interface FoundTemplate {
  readonly value: Json;
  readonly path: readonly PathStep[];
}

/** The pod templates of an object. */
export interface FoundTemplates {
  readonly templates: readonly FoundTemplate[];
  /** False: the object has more values, or deeper ones, than were considered. */
  readonly isComplete: boolean;
}

/** The values of an object that are considered. Objects in a cluster have some thousands; one may have a list of itself, or the same list a million times. */
const MOST_VALUES = 20_000;

/** Values that are deeper are not considered. */
const MOST_LEVELS = 50;

/** More templates are not looked for. */
const MOST_TEMPLATES = 100;

/** Finds the pod templates below an object, in its order. Nothing is looked for inside one, nor in what the status says. */
export function findPodTemplates(object: Json): FoundTemplates {
  const search = new Search();
  if (isJsonObject(object))
    search.entries(
      Object.entries(object).filter(([key]) => !NOT_LOOKED_AT.has(key)),
      [],
    );
  return search;
}

/** Fields of an object that tell of it, and hold no pod template that is used. */
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

/** True for an object with a list of containers, of which each has a name or an image. */
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
