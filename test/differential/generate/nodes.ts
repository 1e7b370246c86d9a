// Nodes, and the node selectors of slices and devices.

import type { Random } from './random.js';
import type { Fields, Setting } from './setting.js';
import type { Traits } from './traits.js';

/** One to three nodes, n1 and so on, with labels that selectors use. */
export function makeNodes(random: Random, traits: Traits): { readonly metadata: { readonly name: string } & Fields }[] {
  return random.times(traits.severalNodes ? random.integer(2, 3) : 1, (index) => {
    const name = traits.namelessNode && index === 0 ? '' : `n${index + 1}`;
    const labels = nodeLabels(random);
    const status = traits.skipNodeOperations && random.chance(0.7) ? { status: { declaredFeatures: declaredFeatures(random) } } : {};
    return { apiVersion: 'v1', kind: 'Node', metadata: { name, ...(random.chance(0.9) ? { labels } : {}) }, ...status };
  });
}

function nodeLabels(random: Random): Fields {
  return {
    ...(random.chance(0.8) ? { zone: random.pick(['a', 'b']) } : {}),
    ...(random.chance(0.6) ? { rack: random.pick(['1', '2', '10', '-3', '007', 'x', '']) } : {}),
    ...(random.chance(0.3) ? { 'example.com/disk': random.pick(['ssd', 'hdd']) } : {}),
  };
}

function declaredFeatures(random: Random): string[] {
  if (random.chance(0.8)) return ['Other', 'DRAOptionalNodeOperations'];
  return random.pick([[], ['Other'], ['draoptionalnodeoperations']]);
}

/** A node selector, sometimes with several terms. Rarely it cannot be parsed. */
export function nodeSelector(setting: Setting): Fields {
  const { random, traits } = setting;
  const terms = [random.chance(0.5) ? easyTerm(random) : term(setting)];
  if (traits.severalTerms && random.chance(0.5)) terms.push(random.chance(0.3) ? {} : term(setting));
  if (random.chance(0.02)) terms.pop();
  return { nodeSelectorTerms: terms };
}

/** A term that most nodes match. */
function easyTerm(random: Random): Fields {
  return random.pick<Fields>([
    { matchExpressions: [{ key: 'nope', operator: 'DoesNotExist' }] },
    { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] },
    { matchExpressions: [{ key: 'zone', operator: 'In', values: ['b', 'a'] }] },
    { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] },
    { matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['q'] }] },
    // Equal except for the operator.
    { matchExpressions: [{ key: 'rack', operator: 'NotIn', values: ['0'] }] },
    { matchExpressions: [{ key: 'rack', operator: 'Gt', values: ['0'] }] },
  ]);
}

function term({ random, traits }: Setting): Fields {
  const expressions: Fields[] = random.chance(0.75) ? random.times(random.integer(1, 2), () => requirement(random)) : [];
  const fields: Fields[] = random.chance(0.25) ? random.times(random.integer(1, 2), () => fieldRequirement(random)) : [];
  if (traits.brokenNodeSelectors && random.chance(0.4)) {
    if (random.chance(0.75)) expressions.push(random.pick(BROKEN_REQUIREMENTS));
    else fields.push(random.pick(BROKEN_FIELDS));
  }
  return {
    ...(expressions.length > 0 ? { matchExpressions: expressions } : {}),
    ...(fields.length > 0 ? { matchFields: fields } : {}),
  };
}

function requirement(random: Random): Fields {
  const key = random.pick(['zone', 'zone', 'rack', 'example.com/disk', 'nope']);
  const operator = random.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']);
  if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
  if (operator === 'Gt' || operator === 'Lt')
    return { key: 'rack', operator, values: [random.pick(['0', '1', '2', '5', '-10', '+1', '9223372036854775807'])] };
  const values = [...random.some(['a', 'b', 'ssd', '1', ''], 0.4), random.pick(['a', 'b', '1'])];
  return { key, operator, values: random.shuffle(values) };
}

function fieldRequirement(random: Random): Fields {
  return {
    key: random.chance(0.85) ? 'metadata.name' : random.pick(['metadata.namespace', 'spec.x', '']),
    operator: random.pick(['In', 'In', 'NotIn']),
    values: [random.pick(['n1', 'n2', 'nx'])],
  };
}

const BROKEN_REQUIREMENTS: readonly Fields[] = [
  { key: 'zone', operator: 'Whatever', values: ['a'] },
  { key: 'zone', operator: 'In', values: [] },
  { key: 'zone', operator: 'In' },
  { key: 'rack', operator: 'Gt', values: ['x'] },
  { key: 'rack', operator: 'Gt', values: ['1', '2'] },
  { key: 'zone', operator: 'Exists', values: ['a'] },
  { key: 'bad key!', operator: 'Exists' },
  { key: '', operator: 'In', values: ['a'] },
  { key: 'zone', operator: '', values: ['a'] },
  { key: 'zone', operator: 'NotIn' },
  { key: 'zone', operator: 'In', values: ['a b'] },
  { key: 'a/b/c', operator: 'DoesNotExist' },
  { key: 'zone', operator: 'In', values: ['-a', 'x'.repeat(64)] },
  { key: 'rack', operator: 'Lt', values: ['9223372036854775808'] },
  { key: 'zone', operator: 'in', values: ['a"<é\u0001'] },
];

const BROKEN_FIELDS: readonly Fields[] = [
  { key: 'metadata.name', operator: 'Exists' },
  { key: 'metadata.name', operator: 'In', values: ['n1', 'n2'] },
  { key: 'metadata.name', operator: 'In', values: [] },
  { key: 'metadata.name', operator: 'Gt', values: ['1'] },
  { key: '', operator: 'In', values: ['n1'] },
];
