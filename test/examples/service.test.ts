// The service of examples/service, without a server: questions to answers.

import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../examples/service/src/app.js';
import { Engine } from '../../examples/service/src/engine.js';
import { DEFAULTS } from '../../examples/service/src/settings.js';
import { warmUpQuestion } from '../../examples/service/src/warm-up.js';
import { deviceClass, slice } from '../support/objects.js';
import { app, appWith, document, documented, post, TOKEN } from './documented-service.js';
import { alignedClaim, CLUSTER, EKS, NODE } from './questions.js';

interface Sliced {
  readonly spec: { readonly devices: readonly object[] };
}

describe('questions', () => {
  test('allocate gives the devices of the README on a node', async () => {
    const { status, body } = await post('/allocate', { objects: CLUSTER, claims: [alignedClaim()], node: NODE });
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'allocated', node: NODE });
    const [allocation] = body['allocations'] as unknown as { devices: { results: { device: string }[] } }[];
    expect(allocation?.devices.results.map(({ device }) => device)).toEqual(['gpu-0', 'pci-0000-10-1b-0']);
  });

  test('allocate finds a node where none is named, also for a pod', async () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'default' },
      spec: { resourceClaims: [{ name: 'gpu-efa', resourceClaimTemplateName: 'gpu-efa-aligned' }], containers: [{ name: 'c' }] },
    };
    const { status, body } = await post('/allocate', { objects: EKS, pod });
    expect([status, body['kind'], body['node']]).toEqual([200, 'allocated', NODE]);
    const far = await post('/allocate', { objects: EKS, pod: { ...pod, spec: { ...pod.spec, nodeSelector: { zone: 'b' } } }, node: NODE });
    expect(far.body).toMatchObject({ kind: 'rejected', rejections: [{ code: expect.any(String) }] });
    const nowhere = await post('/allocate', { objects: EKS, pod: { ...pod, spec: { ...pod.spec, nodeSelector: { zone: 'b' } } } });
    expect(nowhere.body).toMatchObject({ kind: 'unallocatable', message: expect.stringContaining('0/1 nodes are available') });
  });

  test('filter, explain and validate answer, in YAML too', async () => {
    const question = { objects: CLUSTER, claims: [alignedClaim()] };
    expect((await post('/filter', question)).body).toMatchObject({ kind: 'complete', feasible: [NODE], best: NODE });
    expect((await post('/explain', question)).body).toMatchObject({ kind: 'allocated', nodes: [{ node: NODE }] });
    const yaml =
      'objects:\n- apiVersion: resource.k8s.io/v1\n  kind: ResourceClaim\n  metadata: {name: c}\n  spec:\n    devices:\n      requests:\n      - name: GPU\n        exactly: {deviceClassName: gpu}\n';
    const { body } = await post('/validate', yaml, { 'content-type': 'application/yaml' });
    expect(body).toMatchObject({ valid: false, findings: [{ path: 'spec.devices.requests[0].name', line: 8, column: 9 }] });
  });

  test('reading a question and laying out its cluster are a part of its time', async () => {
    const engine = new Engine({ limits: { ...DEFAULTS, milliseconds: 100, steps: 1000 } });
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const afterReading = async (milliseconds: number, topic: 'allocate' | 'filter', question: object) => {
      clock.mockReturnValue(0);
      const body = new TextEncoder().encode(JSON.stringify(question));
      const asked = {
        topic,
        language: 'json' as const,
        get body() {
          clock.mockReturnValue(milliseconds);
          return body;
        },
      };
      return (await engine.answer(asked)).by;
    };
    const claims = [alignedClaim()];
    try {
      expect(await afterReading(99, 'filter', { objects: CLUSTER, claims })).toBeUndefined();
      expect(await afterReading(100, 'filter', { objects: CLUSTER, claims })).toBe('milliseconds');
      expect(await afterReading(100, 'allocate', { objects: CLUSTER, claims, node: NODE })).toBe('milliseconds');
    } finally {
      clock.mockRestore();
    }
  });

  test('an answer that repeats a long configuration for each claim is a problem, and takes no memory', async () => {
    const parameters = { text: 'x'.repeat(10_000) };
    const configured = CLUSTER.map((object) =>
      object.kind === 'DeviceClass'
        ? { ...object, spec: { ...object.spec, config: [{ opaque: { driver: 'gpu.nvidia.com', parameters } }] } }
        : object,
    );
    const own = appWith({ answerCharacters: 30_000 });
    const asked = (claims: readonly object[]) => post('/allocate', { objects: configured, claims, node: NODE }, {}, own);
    expect((await asked([alignedClaim('a')])).body).toMatchObject({ kind: 'allocated' });
    const { status, body } = await asked([alignedClaim('a'), alignedClaim('b')]);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'answer-too-large' });
    const metrics = await (await own.request('/metrics')).text();
    expect(metrics).toContain('dra_allocator_interruptions_total{topic="allocate",by="answerCharacters"} 1');
  });

  test.each(['ResourceSlice', 'DeviceTaintRule', 'DeviceClass'] as const)(
    'of two objects %s with one name, the last one counts',
    async (kind) => {
      const rule = (driver: string) => ({
        apiVersion: 'resource.k8s.io/v1beta2',
        kind: 'DeviceTaintRule',
        metadata: { name: 'r' },
        spec: { deviceSelector: { driver }, taint: { key: 'k', effect: 'NoSchedule' } },
      });
      const [newSlice, newClass] = [slice('s', [{ name: 'new' }]), deviceClass('gpu')];
      const objects = {
        ResourceSlice: [newClass, slice('s', [{ name: 'old' }]), newSlice],
        DeviceTaintRule: [newClass, newSlice, rule('d.example.com'), rule('e.example.com')],
        DeviceClass: [newSlice, deviceClass('gpu', 'false'), newClass],
      }[kind];
      const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } };
      const claim = {
        apiVersion: 'resource.k8s.io/v1',
        kind: 'ResourceClaim',
        metadata: { name: 'c', namespace: 'default' },
        spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'gpu' } }] } },
      };
      const { body } = await post('/allocate', { objects: [node, ...objects], claims: [claim], node: 'n' });
      expect(body).toMatchObject({ kind: 'allocated', allocations: [{ devices: { results: [{ device: 'new' }] } }] });
    },
  );

  test.each(['{"toString":1}', '12345678901234567890123', '[]', 'true'])('the name %s is an error of the body', async (name) => {
    for (const metadata of [`{"name":${name}}`, `{"name":"n","namespace":${name}}`]) {
      const body = `{"objects":[{"apiVersion":"v1","kind":"Node","metadata":${metadata}}],"claims":[],"node":"n"}`;
      expect((await post('/allocate', body)).status).toBe(400);
    }
  });

  test('what a process is warmed up with are questions that have answers', async () => {
    const engine = new Engine({ limits: { ...DEFAULTS, milliseconds: 600_000 } });
    for (let number = 0; number < 8; number++) {
      const asked = warmUpQuestion(number);
      const { status, text } = await engine.answer(asked);
      const { kind, feasible } = JSON.parse(text);
      expect([status, asked.topic === 'filter' ? feasible : kind]).toEqual([200, asked.topic === 'filter' ? ['warm-up'] : 'allocated']);
    }
  });

  test('limits of the body count', async () => {
    const { body } = await post('/allocate', { objects: CLUSTER, claims: [alignedClaim()], node: NODE, limits: { steps: 0 } });
    expect(body).toMatchObject({ kind: 'interrupted', by: 'steps' });
    const { body: nowhere } = await post('/filter', { objects: CLUSTER, claims: [alignedClaim()], limits: { steps: 0 } });
    expect(nowhere).toMatchObject({ kind: 'interrupted', by: 'steps', feasibleSoFar: [], interrupted: [NODE] });
  });

  test('answers are those of a service that was asked nothing before, whoever asked about objects that are nearly the same', async () => {
    const flat = CLUSTER.flatMap((object) => (object as unknown as { items?: (typeof object)[] }).items ?? object);
    const [slice, ...others] = flat.filter(({ kind }) => kind === 'ResourceSlice') as unknown as Sliced[];
    const rest = flat.filter(({ kind }) => kind !== 'ResourceSlice');
    const taint = [{ key: 'k', effect: 'NoSchedule' }];
    const changed = (change: (devices: Sliced['spec']['devices']) => unknown): object => {
      const own = structuredClone(slice) as Sliced;
      return { ...own, spec: { ...own.spec, devices: change(own.spec.devices) } };
    };
    const clusters = [
      CLUSTER,
      [...rest, ...others, changed((devices) => devices.slice(1))],
      [...rest, changed((devices) => devices.map((device) => ({ ...device, taints: taint }))), ...others],
      [...rest, ...others, slice],
      [{ kind: 'List', apiVersion: 'v1', items: CLUSTER }],
      [...rest, ...others, changed((devices) => devices.map((device) => ({ ...device, nmae: 'x' })))],
      [...rest, slice, slice, ...others],
    ];
    const questions = clusters.flatMap((objects) => [
      { path: '/allocate', body: { objects, claims: [alignedClaim()], node: NODE } },
      { path: '/filter', body: { objects, claims: [alignedClaim('other')] } },
      { path: '/explain', body: { objects, claims: [alignedClaim()], node: NODE, suggestions: false } },
    ]);
    const fresh = await Promise.all(questions.map(async ({ path, body }) => (await post(path, body, {}, appWith())).body));
    const shared = appWith();
    for (const order of [questions, questions.toReversed(), questions])
      for (const question of order) {
        const { body } = await post(question.path, question.body, {}, shared);
        expect(body).toEqual(fresh[questions.indexOf(question)]);
      }
    expect(fresh.map((answer) => (answer['code'] as string | undefined) ?? answer['kind'])).toContain('invalid-object');
  });

  test('a cluster that stays is asked about where a question has no objects', async () => {
    const put = (body: unknown, token = TOKEN) =>
      app.request('/cluster', {
        method: 'PUT',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      });
    expect((await post('/filter', { claims: [alignedClaim()] })).status).toBe(400);
    const lower = await app.request('/cluster', { method: 'PUT', body: '{', headers: { authorization: `bearer ${TOKEN}` } });
    expect(lower.status).toBe(415);
    const refused = await put({ objects: CLUSTER }, 'guess');
    await documented('/cluster', 'PUT', refused.clone());
    expect(refused.status).toBe(401);
    expect(await documented('/cluster', 'PUT', await put({ objects: CLUSTER }))).toEqual({ objects: CLUSTER.length });
    expect((await post('/filter', { claims: [alignedClaim()] })).body).toMatchObject({ best: NODE });
    expect((await post('/filter', { claims: [alignedClaim()], kubernetesVersion: '1.37' })).body).toMatchObject({ code: 'not-here' });
    const versioned = await documented('/cluster', 'PUT', await put({ objects: CLUSTER, kubernetesVersion: '1.34' }));
    expect(versioned).toMatchObject({ code: 'unknown-field', findings: [{ path: 'kubernetesVersion' }] });
    expect(
      await documented(
        '/cluster',
        'PUT',
        await put({
          objects: [{ apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'a' }, spec: { selector: [] } }],
        }),
      ),
    ).toMatchObject({ status: 400 });
    expect((await post('/filter', { claims: [alignedClaim()] })).body).toMatchObject({ best: NODE });
  });
});

describe('the service', () => {
  test('sends away what is too much, and says when to come again', async () => {
    let answered = (): void => {};
    const waits = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const busy = createApp(
      { answer: async () => waits.then(() => ({ status: 200 as const, text: '{"valid":true,"findings":[]}' })), isReady: () => false },
      { inFlight: 1 },
    );
    const first = post('/validate', { objects: [] }, {}, busy);
    await new Promise((resolve) => setImmediate(resolve));
    const second = await post('/validate', { objects: [] }, {}, busy);
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
    answered();
    expect((await first).status).toBe(200);
    expect((await busy.request('/readyz')).status).toBe(503);
    const metrics = await (await busy.request('/metrics')).text();
    expect(metrics).toContain('dra_allocator_rejected_total{reason="too-many-questions"} 1');
    expect(metrics).toContain('dra_allocator_in_flight 0');
    expect(metrics).toContain('dra_allocator_buffered_bytes 0');
  });

  test('has room for small bodies while large ones are slow, and sends other large ones away', async () => {
    const own = appWith({ bodyBytes: 100_000, bufferedBytes: 100_000 });
    const body = (text: string, bytes: number, isWhole: boolean): RequestInit & { duplex: 'half' } => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(bytes) },
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text));
          if (isWhole) controller.close();
        },
      }),
      duplex: 'half',
    });
    void own.request('/validate', body('{', 100_000, false));
    const large = `{"objects":[${' '.repeat(80_000)}]}`;
    expect((await own.request('/validate', body(large, large.length, true))).status).toBe(503);
    expect((await own.request('/validate', body('{"objects":[]}', 14, true))).status).toBe(200);
    expect(await (await own.request('/metrics')).text()).toContain('dra_allocator_buffered_bytes 100000');
  });

  test('ends bodies that are slow, with a length and without', async () => {
    const own = appWith({ bodyMilliseconds: 1 });
    const slow = (headers: Record<string, string>) =>
      own.request('/validate', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: new ReadableStream(),
        duplex: 'half',
      } as RequestInit);
    for (const headers of [{}, { 'content-length': '100' }]) {
      const answer = await slow(headers);
      expect(answer.status).toBe(408);
      expect(await documented('/validate', 'POST', answer)).toMatchObject({ code: 'slow-body' });
    }
    expect(await (await own.request('/metrics')).text()).toContain('dra_allocator_rejected_total{reason="slow-body"} 2');
  });

  test('reports what was chosen, how long it took, and what limits ended', async () => {
    const own = appWith();
    const prioritized = {
      ...alignedClaim('first'),
      spec: {
        devices: {
          requests: [
            {
              name: 'gpu',
              firstAvailable: [
                { name: 'big', deviceClassName: 'gpu.nvidia.com', count: 9 },
                { name: 'small', deviceClassName: 'gpu.nvidia.com' },
              ],
            },
          ],
        },
      },
    };
    const { body } = await post('/allocate', { objects: CLUSTER, claims: [prioritized], node: NODE }, {}, own);
    expect(body['kind']).toBe('allocated');
    await post('/allocate', { objects: CLUSTER, claims: [prioritized] }, {}, own);
    await post('/allocate', { objects: CLUSTER, claims: [prioritized], limits: { steps: 0 } }, {}, own);
    const lines = (await (await own.request('/metrics')).text()).split('\n');
    expect(lines).toContain('dra_allocator_chosen_alternative_bucket{le="0"} 0');
    expect(lines).toContain('dra_allocator_chosen_alternative_bucket{le="1"} 2');
    expect(lines).toContain('dra_allocator_chosen_alternative_count 2');
    expect(lines).toContain('dra_allocator_interruptions_total{topic="allocate",by="steps"} 1');
    expect(lines).toContain('dra_allocator_duration_seconds_count{route="allocate"} 3');
    expect(lines).toContain('dra_allocator_requests_total{route="allocate",status="200"} 3');
  });

  test('has a document, health, and answers for other paths and methods', async () => {
    expect(await documented('/openapi.json', 'GET', await app.request('/openapi.json'))).toEqual(JSON.parse(JSON.stringify(document)));
    await documented('/healthz', 'GET', await app.request('/healthz'));
    await documented('/readyz', 'GET', await app.request('/readyz'));
    await documented('/metrics', 'GET', await app.request('/metrics'));
    expect((await app.request('/nothing')).status).toBe(404);
    const wrong = await app.request('/allocate');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    expect((await appWith().request('/cluster', { method: 'PUT' })).status).toBe(404);
    const metrics = await (await app.request('/metrics')).text();
    expect(metrics).toContain('dra_allocator_rejected_total{reason="unknown-path"} 1');
    expect(metrics).toContain('dra_allocator_rejected_total{reason="wrong-method"} 1');
  });
});
