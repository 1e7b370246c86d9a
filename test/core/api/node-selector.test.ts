// Node selectors against nodeaffinity of component-helpers v0.37.2: node-selector.upstream.json has what NewNodeSelector
// said about generated selectors, and which nodes the good ones matched.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { NodeSelector, NodeSelectorRequirement } from '../../../src/core/api/meta.js';
import type { Node } from '../../../src/core/api/node.js';
import { NodeSelectorError, parseNodeSelector } from '../../../src/core/api/node-selector.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { threadMilliseconds } from '../../support/clock.js';

/** Key, operator, values. */
type Requirement = readonly [string, string, ...string[]];
type Term = readonly [matchExpressions: readonly Requirement[], matchFields: readonly Requirement[]];

const upstream = JSON.parse(readFileSync(new URL('node-selector.upstream.json', import.meta.url), 'utf8')) as {
  readonly nodes: readonly (readonly [name: string, labels: Record<string, string>])[];
  /** The message, or one digit per node: 1 for a match. */
  readonly selectors: readonly (readonly [terms: readonly Term[], result: string | readonly [string]])[];
};

function nodeWith(name: string, labels: Record<string, string>): Node {
  const metadata = { name, generateName: '', namespace: '', uid: '', labels: new Map(Object.entries(labels)), ownerReferences: [] };
  return { metadata, spec: { unschedulable: false, taints: [] }, status: { declaredFeatures: [], images: [] } };
}

function requirementOf([key, operator, ...values]: Requirement): NodeSelectorRequirement {
  return { key, operator, values };
}

function selectorOf(terms: readonly Term[]): NodeSelector {
  return {
    nodeSelectorTerms: terms.map(([expressions, fields]) => ({
      matchExpressions: expressions.map(requirementOf),
      matchFields: fields.map(requirementOf),
    })),
  };
}

const nodes = upstream.nodes.map(([name, labels]) => nodeWith(name, labels));

function outcome(terms: readonly Term[]): string | readonly [string] {
  try {
    const matches = parseNodeSelector(selectorOf(terms), UNLIMITED);
    return [nodes.map((node) => (matches(node, UNLIMITED) ? '1' : '0')).join('')];
  } catch (error) {
    if (error instanceof NodeSelectorError) return error.message;
    throw error;
  }
}

describe('upstream', () => {
  it('has good and bad selectors', () => {
    const bad = upstream.selectors.filter(([, result]) => typeof result === 'string');
    expect(bad.length).toBeGreaterThan(300);
    expect(upstream.selectors.length - bad.length).toBeGreaterThan(300);
  });

  it('matches the same nodes, and words errors the same', () => {
    for (const [terms, result] of upstream.selectors) expect([terms, outcome(terms)]).toEqual([terms, result]);
  });
});

describe('parseNodeSelector', () => {
  it('reports an error even if another term matches', () => {
    const good: Term = [[['zone', 'DoesNotExist']], []];
    expect(outcome([good])).toEqual(['100000']);
    expect(outcome([good, [[['zone', 'In']], []]])).toBe(
      "nodeSelectorTerms[1].matchExpressions[0].values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty",
    );
  });

  it('keeps the index of a term behind an empty one', () => {
    expect(
      outcome([
        [[], []],
        [[], [['metadata.name', 'In', 'a', 'b']]],
      ]),
    ).toBe('nodeSelectorTerms[1].matchFields[0].values: Invalid value: ["a","b"]: must have one element');
  });

  it('reads half a surrogate pair as Go does', () => {
    expect(outcome([[[['zone', 'Lt', '\ud800']], []]])).toContain('.values[0]: Invalid value: "\ufffd": for');
  });

  it.each([
    ['a key', ['a'.repeat(500_000), 'Exists']],
    ['a prefix', [`${'a.'.repeat(250_000)}!/x`, 'Exists']],
    ['slashes', ['/'.repeat(500_000), 'Exists']],
    ['a value', ['zone', 'In', `${'a'.repeat(500_000)}!`]],
    ['a number', ['zone', 'Gt', '1'.repeat(500_000)]],
    ['zeros', ['zone', 'Gt', `${'0'.repeat(500_000)}x`]],
  ] satisfies [string, Requirement][])('refuses %s of half a million characters without delay', (_, requirement) => {
    const start = threadMilliseconds();
    expect(typeof outcome([[[requirement], []]])).toBe('string');
    expect(threadMilliseconds() - start).toBeLessThan(1000);
  });

  it('does not choke on a long label of a node', () => {
    const matches = parseNodeSelector(selectorOf([[[['size', 'Gt', '1']], []]]), UNLIMITED);
    expect(matches(nodeWith('n', { size: `${'0'.repeat(500_000)}2` }), UNLIMITED)).toBe(true);
    expect(matches(nodeWith('n', { size: '2'.repeat(500_000) }), UNLIMITED)).toBe(false);
  });
});

it('of very many errors the first are reported, and how many more there are', () => {
  const values = Array.from({ length: 1000 }, (_, value) => `v${value}`);
  const nodeSelectorTerms = Array.from({ length: 20_000 }, (_, index) => ({
    matchExpressions: [{ key: `k${index}`, operator: 'Some', values }],
    matchFields: [],
  }));
  const message = (() => {
    try {
      parseNodeSelector({ nodeSelectorTerms }, UNLIMITED);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  })();
  expect(message).toMatch(
    /^\[nodeSelectorTerms\[0\].matchExpressions\[0\].operator: Unsupported value: "Some".*, \.\.\. and up to 19936 more\]$/,
  );
  expect(message.length).toBeLessThan(20_000);
});
