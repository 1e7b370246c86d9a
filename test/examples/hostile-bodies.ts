// Request bodies of malicious clients.

import { hardClaim, hardNode } from '../support/hard-nodes.js';
import { deviceClass } from '../support/objects.js';
import { alignedClaim, CLUSTER, NODE } from './questions.js';

/** A request, and the statuses that answer it. */
export interface HostileRequest {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly statuses: readonly number[];
}

const JSON_TYPE = 'application/json';
const YAML = 'application/yaml';

/** A question about a claim that has a selector. */
function withSelector(expression: string): string {
  const claim = structuredClone(alignedClaim()) as { spec: { devices: { requests: { exactly: object }[] } } };
  for (const request of claim.spec.devices.requests) Object.assign(request.exactly, { selectors: [{ cel: { expression } }] });
  return JSON.stringify({ objects: CLUSTER, claims: [claim], node: NODE });
}

const bomb = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join('\n');
const answered = [200, 422, 503];

/** Returns a query whose search would run for hours. With one device less it would be fast. */
export function endlessQuestion(): string {
  const objects = [deviceClass('any'), ...hardNode('n', 1, { count: 60, percent: 30 })];
  return JSON.stringify({ objects, claims: [hardClaim(24)], node: 'n' });
}

/** All of them. Those that take long may be sent away. */
export function hostileRequests(): readonly HostileRequest[] {
  const explained = JSON.stringify({
    objects: [deviceClass('any'), ...hardNode('n', 1, { count: 40, percent: 30 })],
    claims: [hardClaim(20)],
    node: 'n',
  });
  const costly = 'lists.range(100).all(a, lists.range(100).all(b, lists.range(90).all(c, a + b + c >= 0)))';
  const regex = `"${'a'.repeat(30)}".matches("(a*)*(a*)*(a|aa)+$${'?'.repeat(1)}")`;
  return [
    { name: 'deep JSON', path: '/allocate', type: JSON_TYPE, body: '[{"a":'.repeat(8000), statuses: [400, 503] },
    {
      name: 'deep JSON in an object',
      path: '/filter',
      type: JSON_TYPE,
      body: `{"objects":${'['.repeat(9000)}${']'.repeat(9000)}}`,
      statuses: [400],
    },
    { name: 'a YAML bomb', path: '/allocate', type: YAML, body: `a0: &a0 [x]\n${bomb}\n`, statuses: [400] },
    { name: 'nested YAML', path: '/explain', type: YAML, body: `${'- '.repeat(7000)}x`, statuses: [400, 503] },
    {
      name: 'a huge string',
      path: '/filter',
      type: JSON_TYPE,
      body: `{"objects":[],"claims":[],"nodes":["${'x'.repeat(500_000)}"]}`,
      statuses: [400, 422, 503],
    },
    { name: 'too many bytes', path: '/validate', type: JSON_TYPE, body: `{"objects":["${'x'.repeat(1_100_000)}"]}`, statuses: [413] },
    {
      name: 'no UTF-8',
      path: '/allocate',
      type: JSON_TYPE,
      body: Uint8Array.from({ length: 2000 }, (_, index) => index % 256),
      statuses: [400],
    },
    { name: 'another encoding', path: '/allocate', type: 'application/json; charset=utf-16', body: '{}', statuses: [415] },
    {
      name: 'many keys',
      path: '/allocate',
      type: JSON_TYPE,
      body: `{${Array.from({ length: 4000 }, (_, index) => `"k${index}":0`).join()}}`,
      statuses: [400, 503],
    },
    { name: 'a long search', path: '/allocate', type: JSON_TYPE, body: endlessQuestion(), statuses: answered },
    { name: 'long searches, explained', path: '/explain', type: JSON_TYPE, body: explained, statuses: answered },
    { name: 'a costly selector', path: '/allocate', type: JSON_TYPE, body: withSelector(costly), statuses: answered },
    {
      name: 'a costly expression',
      path: '/filter',
      type: JSON_TYPE,
      body: withSelector(regex).replace(`,"node":"${NODE}"`, ''),
      statuses: answered,
    },
    {
      name: 'objects to validate',
      path: '/validate',
      type: JSON_TYPE,
      body: withSelector('true').replace('"claims"', '"x"'),
      statuses: [400, 422, 503],
    },
  ];
}
