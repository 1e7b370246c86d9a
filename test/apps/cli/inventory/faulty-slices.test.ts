import { expect, it } from 'vitest';
import { withoutFaulty } from '../../../../src/apps/cli/inventory/faulty-slices.js';
import { decodeObjects } from '../../../../src/core/api/objects.js';
import type { Json } from '../../../../src/core/base/json.js';
import { device, slice } from '../../../support/objects.js';

const selecting = (operator: string) => ({
  nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'n', operator, values: ['a'] }] }] },
});

it('slices and devices whose node selectors do not parse are apart, whatever goes before a selector', () => {
  const objects = [
    slice('named', [device('d')], { nodeName: 'n' }),
    slice('good', [device('d')], selecting('In')),
    slice('bad', [device('d')], selecting('Near')),
    slice(
      'each',
      [
        { ...device('d'), ...selecting('In') },
        { ...device('e'), ...selecting('Near') },
      ],
      { perDeviceNodeSelection: true },
    ),
  ];
  const { resourceSlices } = decodeObjects(objects.map((value) => ({ value: value as Json })));
  const { sound, faulty } = withoutFaulty(resourceSlices);
  expect(sound.map(({ metadata }) => metadata.name)).toEqual(['named', 'good']);
  expect(faulty.map(({ slice: each }) => each.metadata.name)).toEqual(['bad', 'each']);
  expect(faulty[0]?.why).toContain('Near');
});
