import { expect, it } from 'vitest';
import { boundClaim, details, messages, podWith, storageWorld, volume } from '../../support/storage.js';

const CONFLICT = 'node(s) had no available volume zone';
const node = (name: string, labels: string): string =>
  `---\n{apiVersion: v1, kind: Node, metadata: {name: ${name}, labels: {${labels}}}}\n`;
const NODES =
  node('a', 'topology.kubernetes.io/zone: a') +
  node('old', 'failure-domain.beta.kubernetes.io/zone: a') +
  node('region', 'topology.kubernetes.io/region: r') +
  node('none', 'kubernetes.io/hostname: none');

const answer = (labels: string): unknown =>
  messages(storageWorld(NODES, boundClaim('data'), volume('pv-data', '{}', `{${labels}}`), podWith('p', ['data'])), 'p');

it.each([
  ['topology.kubernetes.io/zone: a', { a: [], old: [CONFLICT], region: [CONFLICT], none: [] }],
  // A node with the current label serves volumes with the former one, but not the other way round.
  ['failure-domain.beta.kubernetes.io/zone: a', { a: [], old: [], region: [CONFLICT], none: [] }],
  ['topology.kubernetes.io/zone: b__a', { a: [], old: [CONFLICT], region: [CONFLICT], none: [] }],
  ['topology.kubernetes.io/zone: b', { a: [CONFLICT], old: [CONFLICT], region: [CONFLICT], none: [] }],
  ['topology.kubernetes.io/zone: b__', { a: [], old: [], region: [], none: [] }],
  ['topology.kubernetes.io/region: r', { a: [CONFLICT], old: [CONFLICT], region: [], none: [] }],
  ['tier: fast', { a: [], old: [], region: [], none: [] }],
])('a volume with %s', (labels, expected) => {
  expect(answer(labels)).toEqual(expected);
});

it('names the volume and its zone', () => {
  const world = storageWorld(
    NODES,
    boundClaim('data'),
    volume('pv-data', '{}', '{topology.kubernetes.io/zone: b}'),
    podWith('p', ['data']),
  );
  expect(details(world, 'p', 'a')).toEqual(['volume pv-data has topology.kubernetes.io/zone b']);
});
