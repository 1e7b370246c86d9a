import { accessTo } from '../../../cel/reads/mentions.js';
import type { WorldRule } from '../../world-rule.js';
import { CEL_PAGE } from '../links.js';

const ORDER: readonly string[] = ['<', '<=', '>', '>='];

/** A version with or without `v`, with at least two numbers. */
const VERSION = /^v?\d{1,9}(?:\.\d{1,9}){1,3}(?:[-+][\w.+-]{1,40})?$/;

/** Texts sort `10.0` before `9.0`. */
export const versionAsText: WorldRule = {
  id: 'version-as-text',
  severity: 'warning',
  says: 'Selector compares versions as strings',
  link: CEL_PAGE,
  at: ['CELDeviceSelector'],
  examples: () => ({
    bad: [
      ['DeviceClass', { 'spec.selectors[0].cel.expression': "device.driver == 'a' && device.attributes['a'].driverVersion >= '9.0.0'" }],
    ],
    good: [
      [
        'DeviceClass',
        {
          'spec.selectors[0].cel.expression':
            "device.driver == 'a' && device.attributes['a'].driverVersion.compareTo(semver('9.0.0')) >= 0",
        },
      ],
    ],
  }),
  check(selector, context) {
    const field = selector.child('expression');
    const { expressions, facts } = context.world;
    for (const mention of expressions.get(field.text)?.mentions ?? []) {
      const { use = '', constant, map, domain, name } = mention;
      if (map !== 'attributes' || !ORDER.includes(use) || typeof constant !== 'string' || !VERSION.test(constant)) continue;
      const types = facts.types.get(`${domain}/${name}`);
      // Another rule reports attributes of other types.
      if (types !== undefined && !types.has('string')) continue;
      const access = accessTo(mention);
      const left = types === undefined ? access : `semver(${access}, true)`;
      const instead = `${left}.compareTo(semver(${JSON.stringify(constant)}, true)) ${use} 0`;
      context.report(field, `${name} ${use} "${constant}" compares strings, so "10.0.0" comes before "9.0.0": compare versions`, instead);
    }
  },
};
