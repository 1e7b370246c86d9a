// The service of examples/service, without a server: bodies that are wrong, hostile or too much.

import { describe, expect, test } from 'vitest';
import { appWith, document, post, schemaOf } from './documented-service.js';
import { alignedClaim, CLUSTER, NODE } from './questions.js';

test.each(['1.36', 'v1.36', '1.36.2', 'v1.36.2-eks-1a2b+3', 'latest', '1.36.x', ''])(
  'the document says which releases are taken: %j',
  async (kubernetesVersion) => {
    const isTaken = schemaOf(document.paths['/validate']?.['post']?.requestBody?.content['application/json']?.schema);
    const body = { objects: [], kubernetesVersion };
    expect(isTaken(body)).toBe((await post('/validate', body)).status === 200);
  },
);

describe('wrong bodies', () => {
  const rows: readonly (readonly [string, string, string, number, object])[] = [
    ['no JSON', '/allocate', '{"objects": [}', 400, { code: 'unreadable', findings: [{ line: 1, column: 14 }] }],
    ['nothing', '/allocate', '', 400, { code: 'empty' }],
    ['blanks', '/allocate', ' \n', 400, { code: 'empty' }],
    ['null', '/allocate', 'null', 400, { code: 'unreadable', detail: "expected '{' or '[', found 'null'" }],
    ['a number', '/allocate', '\n  1', 400, { code: 'unreadable', findings: [{ line: 2, column: 3 }] }],
    ['a list', '/allocate', '[]', 400, { code: 'wrong-type' }],
    ['two documents', '/allocate', '{} {}', 400, { code: 'several-documents' }],
    ['an unknown field', '/allocate', '{\n "claim": []}', 400, { code: 'unknown-field', findings: [{ path: 'claim', line: 2 }] }],
    ['no claims', '/filter', '{"objects": []}', 400, { code: 'claims-or-pod' }],
    ['objects that are none', '/filter', '{"objects": [1], "claims": []}', 400, { code: 'wrong-type', findings: [{ path: 'objects' }] }],
    [
      'a limit that is none',
      '/filter',
      '{"objects":[],"claims":[],"limits":{"steps":-1}}',
      400,
      { code: 'wrong-type', findings: [{ path: 'limits.steps' }] },
    ],
    [
      'a wrong object',
      '/filter',
      JSON.stringify({
        objects: [{ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'a' }, spec: { selector: [] } }],
        claims: [],
      }),
      400,
      { code: 'invalid-object', findings: [{ path: expect.stringContaining('objects[0].spec') }] },
    ],
    ['a release that is none', '/validate', '{"objects":[],"kubernetesVersion":"9.9"}', 400, { code: 'unknown-kubernetes-version' }],
    [
      'an unknown node',
      '/allocate',
      JSON.stringify({ objects: CLUSTER, claims: [alignedClaim()], node: 'x' }),
      422,
      { code: 'unknown-node' },
    ],
    [
      'an unknown class',
      '/allocate',
      JSON.stringify({ objects: CLUSTER.filter(({ kind }) => kind !== 'DeviceClass'), claims: [alignedClaim()], node: NODE }),
      422,
      { code: 'unknown-device-class', claim: 'default/gpu-efa' },
    ],
    ['deep JSON', '/allocate', '['.repeat(100_000), 400, { code: 'unreadable' }],
    ['a prototype', '/allocate', '{"__proto__": {"objects": []}}', 400, { code: 'unknown-field' }],
  ];

  test.each(rows)('%s', async (_, path, body, status, expected) => {
    const answer = await post(path, body);
    expect(answer.body).toMatchObject({ status, ...expected });
    expect(answer.status).toBe(status);
  });

  const bomb = `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`).join('\n')}\n`;

  test('a YAML bomb, bytes that are no text, and what is neither JSON nor YAML', async () => {
    const yaml = { 'content-type': 'application/yaml' };
    expect((await post('/allocate', bomb, yaml)).status).toBe(400);
    expect((await post('/allocate', `${'- '.repeat(50_000)}x`, yaml)).status).toBe(400);
    expect((await post('/allocate', Uint8Array.of(0x7b, 0xff))).body).toMatchObject({
      code: 'unreadable',
      findings: [{ line: 1, column: 2 }],
    });
    expect((await post('/allocate', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('/allocate', '{}', { 'content-type': 'application/json; charset=utf-16' })).status).toBe(415);
    expect((await post('/allocate', '{}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  test('a body above the limit, with and without a length', async () => {
    const small = appWith({ bodyBytes: 1000 });
    const long = `{"objects": [], "claims": [], "node": "${'x'.repeat(2000)}"}`;
    expect((await post('/allocate', long, { 'content-length': String(long.length) }, small)).status).toBe(413);
    expect((await post('/allocate', long, {}, small)).status).toBe(413);
  });
});
