// Problems for both sides, in the form of the oracle.

import { testClass } from '../../src/harness/objects.js';
import { oneNodeProblems, type Problem } from '../../src/harness/problems.js';

/** A problem in the form of the oracle, with its kind of question for our side. */
export interface ReferenceCase {
  readonly id: string;
  readonly features: Readonly<Record<string, boolean>>;
  readonly implementations: readonly string[];
  readonly nodes: readonly object[];
  readonly classes: readonly object[];
  readonly slices: readonly object[];
  readonly claims: readonly object[];
  readonly allocatedDevices: readonly { readonly driver: string; readonly pool: string; readonly device: string }[];
}

/** A problem of these nodes and slices. */
export function problem(
  id: string,
  objects: readonly object[],
  claims: readonly object[],
  more: Partial<ReferenceCase> = {},
): ReferenceCase {
  const ofKind = (kind: string): object[] => objects.filter((object) => (object as { kind: string }).kind === kind);
  return {
    id,
    features: { all: true },
    implementations: ['experimental'],
    nodes: ofKind('Node'),
    classes: [testClass],
    slices: ofKind('ResourceSlice'),
    claims,
    allocatedDevices: [],
    ...more,
  };
}

/** A problem of the harness in the form of the oracle. */
export function caseOf({ name, objects, claims }: Problem): ReferenceCase {
  return problem(name, objects, claims);
}

/** The problems of one node of `npm run bench:reference`. */
export function oneNodeCases(): ReferenceCase[] {
  return oneNodeProblems().map(caseOf);
}
