// Separates the objects of the input into validated ones and skipped ones.

import type { PathStep } from '../../../core/base/json.js';
import type { FeatureOptions } from '../../../core/features/features.js';
import type { LocatedFinding } from '../../../validate/finding.js';
import { nameOf, objectsIn, textOf } from '../../../validate/objects.js';
import { typeOf } from '../../../validate/schema/schema.js';
import { serverOf } from '../../../validate/server.js';
import type { SkippedObject } from '../input/skipped-kinds.js';
import type { JudgedObject } from './finding.js';
import type { Source } from './texts.js';

/** The objects of the input. */
export interface SortedObjects {
  readonly objects: readonly JudgedObject[];
  readonly skipped: readonly SkippedObject[];
}

/** Separates the objects. An object counts as validated if the API server has types for its kind, or if it has a finding. */
export function sortObjects(sources: readonly Source[], findings: readonly LocatedFinding[], options: FeatureOptions): SortedObjects {
  const { minor } = serverOf(options);
  const found = new Set(findings.map(({ source, steps }) => keyOf(source, objectSteps(steps))));
  const objects: JudgedObject[] = [];
  const skipped: SkippedObject[] = [];
  let position = 0;
  for (const { json, source, steps } of objectsIn(sources.map(({ document }) => document.value))) {
    const { text, document } = sources[source] as Source;
    const { file } = text;
    const number = position++;
    const [apiVersion, kind] = [textOf(json, 'apiVersion'), textOf(json, 'kind')];
    const isJudged = typeOf(apiVersion, kind, minor) !== undefined || (found.size > 0 && found.has(keyOf(source, steps)));
    if (isJudged) objects.push({ file, name: nameOf(json, number) });
    else skipped.push({ apiVersion, kind, json, place: () => placeIn(document, steps) });
  }
  return { objects, skipped };
}

/** Returns the steps to the object that contains the place: only lists of objects have `items`. */
export function objectSteps(steps: readonly PathStep[]): readonly PathStep[] {
  let length = 0;
  while (steps[length] === 'items' && typeof steps[length + 1] === 'number') length += 2;
  return steps.slice(0, length);
}

function keyOf(source: number, steps: readonly PathStep[]): string {
  return `${source} ${steps.join()}`;
}

function placeIn({ file, locate }: Source['document'], steps: readonly PathStep[]): string {
  const position = locate(steps);
  return position === undefined ? file : `${file}:${position.line}:${position.column}`;
}
