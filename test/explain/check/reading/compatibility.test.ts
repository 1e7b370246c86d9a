import { describe, expect, it } from 'vitest';
import type { Device } from '../../../../src/core/api/resource-slice.js';
import { agreedGroups, type Membership, membershipsOf } from '../../../../src/explain/check/reading/compatibility.js';
import { TooMuchWork, Work } from '../../../../src/explain/check/work.js';

/** The memberships of a device that draws on the set `s` with these groups. */
const memberships = (draws: readonly (readonly string[])[], work = 1000): readonly Membership[] => {
  const consumesCounters = draws.map((compatibilityGroups) => ({ counterSet: 's', compatibilityGroups }));
  return membershipsOf({ consumesCounters } as unknown as Device, (name) => `pool/${name}`, new Work(work));
};

/** The groups that devices agree on, each with one draw. */
const agreed = (...devices: readonly (readonly string[])[]): readonly string[] | undefined => {
  const groups = agreedGroups(devices.flatMap((one) => memberships([one]))).get('pool/s');
  return groups && [...groups].sort();
};

describe('the groups of a device', () => {
  it('belong to the counter set', () => {
    expect(memberships([['a', 'b']])).toEqual([{ counterSet: 'pool/s', groups: new Set(['group a', 'group b']) }]);
  });

  it('are unknown if the device draws on the set twice', () => {
    expect(memberships([['a'], ['a']])).toEqual([{ counterSet: 'pool/s', groups: undefined }]);
  });

  it('are work each', () => {
    expect(() => memberships([['a', 'b']], 59)).toThrow(TooMuchWork);
  });
});

describe('allocated devices leave to others', () => {
  it.each([
    [
      'their common groups',
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      ['group b'],
    ],
    ['no group if they share none', [['a'], ['b']], []],
    ['devices without groups if none has groups', [[], []], ['none']],
    ['any group if some have groups and others have none', [['a'], []], undefined],
  ])('%s', (_, devices, groups) => {
    expect(agreed(...devices)).toEqual(groups);
  });

  it('any group if the groups of one are unknown', () => {
    expect(agreedGroups([...memberships([['a'], ['a']]), ...memberships([['a']])]).has('pool/s')).toBe(false);
  });
});
