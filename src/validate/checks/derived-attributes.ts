// Checks derived attributes, which claims compute from device attributes for their constraints.

import { CelCompileError, totalEstimate } from '../../cel/engine.js';
import type { RuleContext } from '../rule.js';
import type { DecodedStruct } from '../tree/decoded.js';
import type { Field } from '../tree/field.js';
import { compiledIn } from './expressions.js';
import { MOST_ALTERNATIVES, MOST_JUDGED, MOST_REQUESTS } from './lists.js';

/** The maximum number of derived attributes of a request. Source: DeviceDerivedAttributesMaxSize of k8s.io/api resource/v1. */
export const MOST_DERIVED_ATTRIBUTES = 32;

/**
 * Returns whether a request has too many derived attributes. Only declarative validation counts them. It does not check the
 * items of a list that is too long.
 */
export function isTooManyDerived(attributes: Field): boolean {
  return attributes.size > MOST_DERIVED_ATTRIBUTES;
}

/** The attributes of constraints by request; constraints on all requests are under ''. */
type Constrained = ReadonlyMap<string, ReadonlySet<string>>;

const constrainedInClaims = new WeakMap<DecodedStruct, Constrained>();

/** Returns whether a constraint on its request uses a derived attribute. */
export function isConstrained(attribute: Field): boolean {
  const requestChoice = attribute.parent?.parent;
  const isAlternative = typeof requestChoice?.step === 'number';
  const request = isAlternative ? requestChoice.parent?.parent : requestChoice?.parent;
  const claim = request?.parent?.parent;
  if (requestChoice === undefined || request === undefined || claim === undefined) return false;
  const constrained = constrainedIn(claim);
  const name = request.child('name').text;
  const references = ['', name, ...(isAlternative ? [`${name}/${requestChoice.child('name').text}`] : [])];
  return references.some((reference) => constrained.get(reference)?.has(attribute.child('name').text));
}

function constrainedIn(claim: Field): Constrained {
  const cachedConstraints = constrainedInClaims.get(claim.fields);
  if (cachedConstraints !== undefined) return cachedConstraints;
  const constrained = new Map<string, Set<string>>();
  for (const constraint of claim.child('constraints').items) {
    const [match, distinct, requests] = ['matchAttribute', 'distinctAttribute', 'requests'].map((name) => constraint.child(name));
    const attribute = match?.isSet === true ? match : distinct;
    if (attribute?.isSet !== true) continue;
    const references = requests === undefined || requests.size === 0 ? [''] : requests.items.map(({ text }) => text);
    for (const reference of references) {
      constrained.set(reference, (constrained.get(reference) ?? new Set<string>()).add(attribute.text));
    }
  }
  constrainedInClaims.set(claim.fields, constrained);
  return constrained;
}

/** Returns the total worst-case cost of the derived attributes of a claim that the API server compiles without errors. */
export function totalCostOfDerived(claim: Field, context: RuleContext): bigint {
  const costs: bigint[] = [];
  const add = (requestChoice: Field): void => {
    const attributes = requestChoice.child('derivedAttributes');
    for (const attribute of attributes.size > MOST_JUDGED ? [] : attributes.items) {
      const compiled = compiledIn(attribute, context);
      if (compiled !== undefined && !(compiled instanceof CelCompileError)) costs.push(compiled.maxCost);
    }
  };
  const requests = claim.child('requests');
  for (const request of requests.size > MOST_REQUESTS ? [] : requests.items) {
    const [exactly, alternatives] = [request.child('exactly'), request.child('firstAvailable')];
    // The API server does not check a request with both fields, nor alternatives beyond the limit.
    if (exactly.isSet === alternatives.size > 0 || alternatives.size > MOST_ALTERNATIVES) continue;
    for (const requestChoice of exactly.isSet ? [exactly] : alternatives.items) add(requestChoice);
  }
  return totalEstimate(costs);
}
