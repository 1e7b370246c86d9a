// Constraints of a claim, over all requests or some.

import type { Request } from './claims.js';
import { someRequestNames } from './configs.js';
import { DOMAINS, type Fields, type Setting } from './setting.js';
import { isCalm } from './traits.js';

/** The constraints of a claim with these requests. */
export function makeConstraints(setting: Setting, requests: readonly Request[]): Fields[] {
  const { random, traits } = setting;
  const count = traits.constraints ? (traits.manyClaims ? random.integer(2, 6) : random.pick([1, 1, 1, 2, 3])) : 0;
  const constraints = random.times(count, () => makeConstraint(setting, requests));
  if (traits.emptyConstraints && random.chance(0.4)) {
    constraints.splice(random.integer(0, constraints.length), 0, random.pick([{}, { requests: ['r0'] }]));
  }
  return constraints;
}

function makeConstraint(setting: Setting, requests: readonly Request[]): Fields {
  const { random, traits, drivers, attributes, derived } = setting;
  const searching = isCalm(traits.profile);
  const names = random.chance(0.5) ? [] : someRequestNames(random, requests);
  const domain = random.pick([drivers[0], drivers[0], ...drivers, searching ? drivers[0] : DOMAINS.other]);
  const stored = random.chance(searching ? 0.98 : 0.9)
    ? `${domain}/${random.pick(attributes.names)}`
    : random.pick([...attributes.names, `${DOMAINS.first}/k/k`, '/k', `${DOMAINS.first}/`]);
  const attribute = traits.derivedAttributes && random.chance(0.75) ? random.pick(derived.names) : stored;
  const kind = random.next();
  return {
    ...(names.length > 0 ? { requests: names } : {}),
    ...(kind < 0.5 || kind >= 0.94 ? { matchAttribute: attribute } : {}),
    ...(kind >= 0.5 && kind < 0.94 ? { distinctAttribute: attribute } : {}),
    ...(kind >= 0.94 ? { distinctAttribute: `${DOMAINS.first}/${random.pick(attributes.names)}` } : {}),
  };
}
