// Checks references to requests of a claim: `gpu`, or `gpu/large` for an alternative.

import { labelProblems } from '../../core/base/name-rules.js';
import { nearestName } from '../../core/base/nearest-name.js';
import { invalid } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { DecodedStruct } from '../tree/decoded.js';
import { Field } from '../tree/field.js';

const NO_REQUEST = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

/** The maximum length of lists in a valid claim. If a list is longer, reports contain no suggestions. */
const MOST_COMPARED = 32;

/** Names of requests, each with the names of its alternatives. */
type RequestNames = ReadonlyMap<string, ReadonlySet<string>>;

const namesOfClaims = new WeakMap<DecodedStruct, RequestNames>();

/** Reports references to missing requests. The list is part of a constraint or a configuration of a claim. */
export function checkReferences(list: Field, context: RuleContext): void {
  if (list.size === 0 || !context.reaches(list)) return;
  const names = namesIn(claimOf(list));
  for (const reference of list.items) checkReference(reference, names, context);
}

function checkReference(reference: Field, names: RequestNames, context: RuleContext): void {
  const parts = reference.text.split('/', 3);
  const problems = parts.length > 2 ? [] : parts.flatMap(labelProblems);
  for (const problem of problems) context.report(reference, invalid(reference.text, problem), meant(reference, names));
  if (problems.length === 0 && !hasRequest(parts, names)) {
    context.report(reference, invalid(reference.text, NO_REQUEST), meant(reference, names));
  }
}

function hasRequest([request = '', alternative, more]: readonly string[], names: RequestNames): boolean {
  const alternatives = names.get(request);
  return alternatives !== undefined && more === undefined && (alternative === undefined || alternatives.has(alternative));
}

function meant({ text, step }: Field, names: RequestNames): string | undefined {
  if (names.size > MOST_COMPARED || typeof step !== 'number' || step >= MOST_COMPARED) return undefined;
  const candidates = [...names].flatMap(([name, alternatives]) => [name, ...[...alternatives].map((each) => `${name}/${each}`)]);
  // The reference may omit the request and name only the alternative.
  return candidates.find((name) => name.endsWith(`/${text}`)) ?? nearestName(text, candidates);
}

/** Returns the claim of a list in a constraint or configuration: the parent of the list of constraints or configurations. */
function claimOf(list: Field): Field {
  return list.parent?.parent?.parent ?? Field.root('');
}

function namesIn(claim: Field): RequestNames {
  const cachedNames = namesOfClaims.get(claim.fields);
  if (cachedNames !== undefined) return cachedNames;
  const names = new Map<string, ReadonlySet<string>>();
  for (const request of claim.child('requests').items) {
    names.set(request.child('name').text, new Set(request.child('firstAvailable').items.map((each) => each.child('name').text)));
  }
  namesOfClaims.set(claim.fields, names);
  return names;
}
