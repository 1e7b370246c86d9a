// Claims: requests, prioritized lists, and the parts of a request.

import { makeCapacityRequest } from './capacities.js';
import { makeConfig, someRequestNames } from './configs.js';
import { makeConstraints } from './constraints.js';
import { makeDerivedAttributes } from './derived.js';
import { TAINT_KEYS } from './devices.js';
import { makeSelectors } from './selectors.js';
import { DOMAINS, type Fields, type Setting } from './setting.js';

/** A request of a claim. */
export interface Request extends Fields {
  readonly name: string;
  readonly firstAvailable?: readonly { readonly name: string }[];
}

/** The claims of a case, in order. */
export function makeClaims(setting: Setting): Fields[] {
  const { random, traits } = setting;
  const few = traits.severalClaims ? random.integer(2, 3) : random.chance(0.02) ? 0 : 1;
  return random.times(traits.manyClaims ? random.integer(3, 6) : few, (index) => makeClaim(setting, index));
}

function makeClaim(setting: Setting, index: number): Fields {
  const { random, traits } = setting;
  const requests = random.times(requestCount(setting), (number) => makeRequest(setting, number));
  const constraints = makeConstraints(setting, requests);
  const configs = traits.configs
    ? random.times(random.integer(0, 2), (number) => {
        const names = random.chance(0.3) ? [] : someRequestNames(random, requests);
        return { ...(names.length > 0 ? { requests: names } : {}), ...makeConfig(random, DOMAINS.second, 100 + index * 10 + number) };
      })
    : [];
  const devices = {
    ...(requests.length > 0 ? { requests } : {}),
    ...(constraints.length > 0 ? { constraints } : {}),
    ...(configs.length > 0 ? { config: configs } : {}),
  };
  const metadata = { ...(random.chance(0.9) ? { namespace: random.pick(['ns', 'default']) } : {}), name: `c${index}` };
  return { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', metadata, spec: { devices } };
}

function requestCount({ random, traits }: Setting): number {
  if (traits.emptyClaims && random.chance(0.4)) return 0;
  if (traits.manyDevices) return random.integer(1, 3);
  if (traits.packing) return random.pick(traits.severalClaims ? [1, 2, 2, 3] : [3, 4, 4, 4, 5, 6]);
  if (traits.profile === 'shares') return random.pick(traits.severalClaims ? [1, 1, 2, 2] : [1, 2, 2, 3, 3, 4]);
  return random.pick(traits.severalClaims ? [1, 1, 1, 2] : [1, 1, 2, 2, 3, 4]);
}

function makeRequest(setting: Setting, number: number): Request {
  const { random, traits } = setting;
  const same = (): boolean => traits.sameRequestNames && random.chance(0.3);
  const name = same() ? 'r0' : `r${number}`;
  if (traits.prioritizedLists && random.chance(0.55)) {
    const count = random.integer(1, 4);
    const firstAvailable = random.times(count, (sub) => ({
      name: same() ? 's0' : `s${sub}`,
      ...makeSelection(setting, sub === count - 1),
    }));
    return { name, firstAvailable };
  }
  const adminAccess = traits.adminAccess && random.chance(0.5) ? { adminAccess: random.chance(0.85) } : {};
  return { name, exactly: { ...makeSelection(setting), ...adminAccess } };
}

/** The fields that requests and subrequests share. `modest`: the count alone does not reach the limit of a claim. */
function makeSelection(setting: Setting, modest = true): Fields {
  const { random, traits } = setting;
  const tolerates = traits.taints ? 0.6 : traits.tolerations ? 0.3 : 0;
  return {
    deviceClassName: deviceClassName(setting),
    ...(traits.selectors && random.chance(traits.failingSelectors ? 0.7 : 0.5) ? { selectors: makeSelectors(setting) } : {}),
    ...amount(setting, modest),
    ...(random.chance(tolerates) ? { tolerations: random.times(random.pick([1, 1, 2]), () => makeToleration(setting)) } : {}),
    ...(traits.derivedAttributes && random.chance(traits.profile === 'derived' ? 0.9 : 0.6)
      ? { derivedAttributes: makeDerivedAttributes(setting) }
      : {}),
    ...(traits.capacityRequests && random.chance(0.7) ? { capacity: makeCapacityRequest(setting) } : {}),
  };
}

function deviceClassName({ random, traits, classNames }: Setting): string {
  return traits.unknownClasses && random.chance(0.15) ? random.pick(['nope', 'nope', '']) : random.pick(classNames);
}

function amount(setting: Setting, modest: boolean): Fields {
  const { random, traits } = setting;
  if (traits.unknownModes && random.chance(0.15)) return { allocationMode: random.pick(['Future', 'all', 'exactcount']) };
  if (traits.all && random.chance(0.45)) return { allocationMode: 'All', ...(random.chance(0.05) ? { count: 2 } : {}) };
  return {
    ...(random.chance(0.4) ? { allocationMode: 'ExactCount' } : {}),
    ...(random.chance(traits.profile === 'limit' ? 0.9 : 0.6) ? { count: makeCount(setting, modest) } : {}),
  };
}

function makeCount({ random, traits }: Setting, modest: boolean): number | bigint {
  // The smallest need of a claim is within its limit, the preferred one often is not.
  if (traits.profile === 'limit' && modest && random.chance(0.85)) return random.pick([1, 2, 3, 5, 8, 10, 12, 14, 16]);
  if (traits.profile === 'limit') return random.pick([10, 12, 14, 15, 16, 17, 18, 20, 21, 22, 25, 30, 31, 32, 33]);
  if (traits.manyDevices) return random.pick([1, 2, 3, random.integer(1, 40), random.integer(10, 20), 10, 12, 16, 30, 31, 32, 33]);
  if (traits.hugeCounts && random.chance(0.1)) return random.pick([33, 100, 4294967296, 9223372036854775807n, 9007199254740993n]);
  if (traits.profile === 'partitions' || traits.profile === 'shares') return random.pick([1, 1, 1, 1, 1, 2, traits.packing ? 2 : 3]);
  return random.pick([1, 1, 1, 2, 2, 3]);
}

function makeToleration({ random, traits }: Setting): Fields {
  const operator = random.pick(['Exists', 'Equal', 'Equal', undefined, 'Weird', 'exists']);
  const bare = traits.bareTolerations && operator === undefined;
  return {
    ...(random.chance(0.7) ? { key: random.pick([...TAINT_KEYS, 'other']) } : {}),
    ...(bare ? {} : { operator: operator ?? 'Equal' }),
    ...(random.chance(operator === 'Exists' ? 0.1 : 0.8) ? { value: random.pick(['v', 'w']) } : {}),
    ...(random.chance(0.5) ? { effect: random.pick(['NoSchedule', 'NoExecute', 'None', 'Future']) } : {}),
    ...(random.chance(0.1) ? { tolerationSeconds: random.pick([0, 5, -1, 300, 9223372036854775807n]) } : {}),
  };
}
