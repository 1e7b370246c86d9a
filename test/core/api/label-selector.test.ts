import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import {
  FEW_REQUIREMENTS,
  type LabelRequirement,
  labelSelector,
  MergedRequirements,
  parsingLabelSelector,
  parsingRequirement,
  SELECTOR_OPERATORS,
} from '../../../src/core/api/label-selector.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { Random } from '../../../src/core/base/random.js';
import { cases } from '../../support/extent.js';

type Requirement = { readonly key: string; readonly operator: string; readonly values?: string[] };

function predicate(selector: { readonly matchLabels?: Record<string, string>; readonly matchExpressions?: Requirement[] } | undefined) {
  const decoded = selector && labelSelector.decode(selector, new DecodeContext([]));
  return inOneGo(parsingLabelSelector(decoded, UNLIMITED));
}

function errorOf(requirement: Requirement): string | undefined {
  return predicate({ matchExpressions: [requirement] }).error;
}

function selects(selector: Parameters<typeof predicate>[0], labels: Record<string, string>): boolean | undefined {
  return predicate(selector).matches(new Map(Object.entries(labels)));
}

it('an absent selector selects nothing, an empty one everything', () => {
  expect(selects(undefined, { app: 'web' })).toBe(false);
  expect(selects({}, {})).toBe(true);
});

it.each<[Requirement, Record<string, string>, boolean]>([
  [{ key: 'app', operator: 'In', values: ['web', 'db'] }, { app: 'db' }, true],
  [{ key: 'app', operator: 'In', values: ['web'] }, {}, false],
  [{ key: 'app', operator: 'NotIn', values: ['web'] }, { app: 'web' }, false],
  [{ key: 'app', operator: 'NotIn', values: ['web'] }, {}, true],
  [{ key: 'app', operator: 'Exists' }, { app: '' }, true],
  [{ key: 'app', operator: 'Exists' }, {}, false],
  [{ key: 'app', operator: 'DoesNotExist' }, { app: 'web' }, false],
  [{ key: 'app', operator: 'DoesNotExist' }, {}, true],
])('%j on %j: %s', (requirement, labels, expected) => {
  expect(selects({ matchExpressions: [requirement] }, labels)).toBe(expected);
});

it('all requirements must match', () => {
  const selector = { matchLabels: { app: 'web', tier: 'front' }, matchExpressions: [{ key: 'old', operator: 'DoesNotExist' }] };
  expect(selects(selector, { app: 'web', tier: 'front' })).toBe(true);
  expect(selects(selector, { app: 'web' })).toBe(false);
  expect(selects(selector, { app: 'web', tier: 'front', old: '1' })).toBe(false);
});

it.each<[Requirement, string]>([
  [{ key: 'app', operator: 'Gt', values: ['1'] }, '"Gt" is not a valid label selector operator'],
  [{ key: 'app', operator: 'In', values: [] }, 'values: Invalid value: null: for'],
  [{ key: 'app', operator: 'Exists', values: ['web'] }, 'values: Invalid value: ["web"]: values set must be empty'],
  [{ key: '/', operator: 'Exists' }, 'key: Invalid value: "/": '],
  [{ key: 'app', operator: 'In', values: ['not a label'] }, 'values[0][app]: Invalid value: "not a label": a valid label'],
])('%j does not compile: %s', (requirement, message) => {
  expect(errorOf(requirement)).toContain(message);
  expect(selects({ matchExpressions: [requirement] }, { app: 'web' })).toBe(false);
});

describe('many requirements', () => {
  const MANY = 3 * FEW_REQUIREMENTS;
  const random = new Random(42);
  const key = (): string => `k${random.below(4)}`;
  const values = (): string[] => Array.from({ length: 1 + random.below(4) }, () => `${random.below(6)}`);
  const labels = (): ReadonlyMap<string, string> => new Map(Array.from({ length: random.below(5) }, () => [key(), `${random.below(7)}`]));
  const requirement = (operators: readonly string[]): LabelRequirement => {
    const operator = random.chooseFrom(operators) as string;
    const hasNoValues = operator === 'Exists' || operator === 'DoesNotExist';
    return { key: key(), operator, values: hasNoValues ? [] : operator === 'Gt' || operator === 'Lt' ? values().slice(0, 1) : values() };
  };

  it('match as each of them does', () => {
    const operators = [...SELECTOR_OPERATORS, 'Gt', 'Lt'];
    let matched = 0;
    for (let run = 0; run < cases(400, 4000); run++) {
      // Few kinds of requirements, so that some match.
      const some = operators.filter(() => random.below(3) === 0);
      const all = Array.from({ length: random.below(4) }, () => requirement(some.length === 0 ? operators : some));
      const merged = new MergedRequirements();
      for (const each of all) inOneGo(merged.adding(each, UNLIMITED));
      const single = all.map((each) => inOneGo(parsingRequirement(each, operators, '', UNLIMITED)).matches);
      for (let pod = 0; pod < 5; pod++) {
        const given = labels();
        const expected = single.every((matches) => matches(given));
        if (expected) matched++;
        expect([merged.matches(given), all, given]).toEqual([expected, all, given]);
      }
    }
    expect(matched).toBeGreaterThan(100);
  });

  it.each([
    ['of absent labels', (index: number) => ({ key: `k${index}`, operator: 'NotIn', values: ['v'] }), true],
    ['on one label', (index: number) => ({ key: 'app', operator: 'NotIn', values: [`v${index}`] }), true],
    ['that accept one label', () => ({ key: 'app', operator: 'In', values: ['web'] }), true],
    ['of needed labels', (index: number) => ({ key: `k${index}`, operator: 'Exists' }), false],
  ])('%s cost the labels of an object', (_, make, expected) => {
    const { matches } = predicate({ matchExpressions: Array.from({ length: MANY }, (_, index) => make(index)) });
    let reads = 0;
    const counting = {
      get: (name: string) => {
        reads++;
        return name === 'app' ? 'web' : undefined;
      },
      keys: () => new Map([['app', 'web']]).keys(),
    };
    expect(matches(counting)).toBe(expected);
    expect(reads).toBeLessThan(4);
  });
});
