// Device classes.

import { makeConfig } from './configs.js';
import { makeClassSelectors } from './selectors.js';
import { DOMAINS, type Fields, type Setting } from './setting.js';

/** A class for each name of the setting. */
export function makeClasses(setting: Setting): Fields[] {
  const { random, traits, classNames } = setting;
  return classNames.map((name, index) => {
    const config = (number: number): Fields => (random.chance(0.95) ? makeConfig(random, DOMAINS.first, index * 10 + number) : {});
    const spec = {
      ...(traits.selectors && random.chance(0.45) ? { selectors: makeClassSelectors(setting) } : {}),
      ...(traits.configs && random.chance(0.5) ? { config: random.times(random.integer(1, 2), config) } : {}),
    };
    return { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name }, spec };
  });
}
