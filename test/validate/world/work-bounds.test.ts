// Tests the work limits of rules over the whole input: a finding reports the rules that a limit stopped, and from which object on.

import { describe, expect, it } from 'vitest';
import { variantOf } from '../../../src/validate/examples.js';
import { type Finding, validate } from '../../../src/validate/index.js';
import { quotaKey } from '../../../src/validate/rules/world/quota-key.js';
import { selectorFails } from '../../../src/validate/rules/world/selector-fails.js';
import { worldObjectOf } from '../../../src/validate/world/subject.js';
import { WorkBounds } from '../../../src/validate/world/work-bounds.js';
import type { ExampleObject } from '../../../src/validate/world-rule.js';

const judge = (...objects: readonly ExampleObject[]): Finding[] =>
  validate(objects.map(([kind, changes]) => variantOf(kind, changes) as object)).filter(({ rule }) => rule === 'incomplete-analysis');

const object = (position: number) =>
  worldObjectOf({ json: { kind: 'ResourceClaim', metadata: { name: `c${position}` } }, source: position, steps: [] }, position);

describe('the bounds on work', () => {
  it('note at which object they end and which rules, each once', () => {
    const bounds = new WorkBounds();
    bounds.judges(object(0));
    bounds.asks(selectorFails);
    bounds.charge('trials', 3_999_998);
    expect([bounds.spend('trials', 1), bounds.spend('trials', 1)]).toEqual([true, true]);
    expect(bounds.findings()).toEqual([]);
    bounds.judges(object(1));
    expect(bounds.spend('trials', 1)).toBe(false);
    bounds.judges(object(2));
    bounds.asks(quotaKey);
    expect([bounds.spend('trials', 1), bounds.spend('trials', 0), bounds.spend('looks', 1)]).toEqual([false, false, true]);
    expect(bounds.findings()).toEqual([
      [
        1,
        {
          finding: {
            severity: 'warning',
            rule: 'incomplete-analysis',
            message:
              'selectors were tried on devices 4000000 times, which is the limit; these rules checked this object and later ones only in part: quota-key, selector-fails',
            object: 'ResourceClaim c1',
            path: '',
            suggestion: 'validate fewer objects at a time, each time with all slices and classes',
          },
          source: 1,
          steps: [],
        },
      ],
    ]);
  });

  it('are reported where names are not compared further', () => {
    const classes = Array.from(
      { length: 50 },
      (_, number): ExampleObject => ['DeviceClass', { 'metadata.name': `class-${number}.example.com` }],
    );
    const claims = Array.from(
      { length: 600 },
      (_, number): ExampleObject => [
        'ResourceClaim',
        { 'metadata.name': `c${number}`, 'spec.devices.requests[0].exactly.deviceClassName': `clas-${number}.example.com` },
      ],
    );
    expect(judge(...classes, ...claims)).toEqual([
      expect.objectContaining({
        object: 'ResourceClaim default/c400',
        message: expect.stringMatching(/^names were compared .*: class-unknown$/),
      }),
    ]);
    expect(judge(...classes, ...claims.slice(0, 400))).toEqual([]);
  });

  it('are reported where a selector does too much, with every rule that would have tried it', () => {
    const expression = 'cel.bind(s, lists.range(8000).map(x, "\u{1f600}").join(), lists.range(100000).all(i, s.size() != 0))';
    const claim: ExampleObject = ['ResourceClaim', { 'spec.devices.requests[0].exactly.selectors': [{ cel: { expression } }] }];
    const [finding, ...others] = judge(['ResourceSlice', {}], ['DeviceClass', {}], claim);
    expect(others).toEqual([]);
    expect(finding?.object).toBe('ResourceClaim default/gpu');
    expect(finding?.message).toMatch(/^a selector exceeded the work limit on a device; /);
    expect(finding?.message).toMatch(/: count-above-devices, selector-fails, selector-never-true, taint-not-tolerated$/);
  });
});
