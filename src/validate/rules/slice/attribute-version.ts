import { invalid } from '../../messages.js';
import type { Rule, RuleContext } from '../../rule.js';
import type { Field } from '../../tree/field.js';
import { SLICE_PAGE } from '../links.js';

/** Another rule reports longer versions. */
const MOST_LENGTH = 64;

const NUMBER = '(?:0|[1-9][0-9]*)';
const PRERELEASE = '(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)';
const BUILD = '[0-9a-zA-Z-]+';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${PRERELEASE}(?:\\.${PRERELEASE})*)?(?:\\+${BUILD}(?:\\.${BUILD})*)?$`);

/** Selectors compare versions as semver.org defines. */
export const attributeVersion: Rule = {
  id: 'attribute-version',
  severity: 'error',
  says: 'Version of an attribute is not a semantic version, such as 1.2.0',
  link: SLICE_PAGE,
  at: ['DeviceAttribute'],
  examples: () => ({
    kind: 'ResourceSlice',
    bad: { 'spec.devices[0].attributes[driverVersion]': { version: 'v1.2' } },
    good: { 'spec.devices[0].attributes[driverVersion]': { version: '1.2.0' } },
  }),
  check(attribute, context) {
    const { version, versions } = attribute.fields;
    if (version !== undefined) checkVersion(attribute.child('version'), context);
    if (versions !== undefined) for (const item of attribute.child('versions').items) checkVersion(item, context);
  },
};

function checkVersion(version: Field, context: RuleContext): void {
  const { text } = version;
  if (text.length > MOST_LENGTH || VERSION.test(text)) return;
  context.report(version, invalid(text, 'must be a string compatible with semver.org spec 2.0.0'), mended(text));
}

/** Returns the probably intended version: without a `v`, with three numbers, and without leading zeros. */
function mended(text: string): string | undefined {
  const [, numbers = '', rest = ''] = /^v?([0-9]+(?:\.[0-9]+){0,2})([-+].*)?$/i.exec(text) ?? [];
  const parts = numbers.split('.').map((number) => number.replace(/^0+(?=[0-9])/, ''));
  const version = `${[...parts, '0', '0'].slice(0, 3).join('.')}${rest}`;
  return VERSION.test(version) ? version : undefined;
}
