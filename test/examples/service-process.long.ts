// The service of examples/service as a process: hostile, slow and hard requests next to easy ones, and its end.

import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../support/service-process.js';
import { endlessQuestion, hostileRequests } from './hostile-bodies.js';
import { alignedClaim, CLUSTER, NODE } from './questions.js';

const root = join(import.meta.dirname, '../..');
let service: RunningService;
let url: string;

beforeAll(async () => {
  service = await startService(root, { CLUSTER_TOKEN: 'token', MILLISECONDS: '10000', STEPS: '2000', THREADS: '1' });
  url = `http://127.0.0.1:${service.port}`;
}, 240_000);

afterAll(async () => {
  await service?.stop();
});

const ask = (path: string, body: string | Uint8Array, type = 'application/json') =>
  fetch(url + path, { method: 'POST', body: body as string, headers: { 'content-type': type } });

/** Repeats a request after `Retry-After`, as clients do: on a busy machine even easy requests run on threads. */
async function askAgain(path: string, body: string): Promise<Response> {
  const response = await ask(path, body);
  const after = response.headers.get('retry-after');
  if (response.status !== 503 || after === null) return response;
  await new Promise((resolve) => setTimeout(resolve, Number(after) * 1000));
  return askAgain(path, body);
}

/** A question with a number in it, and a check that an answer is its own. */
async function isAnswered(number: number): Promise<void> {
  const text = JSON.stringify({ objects: CLUSTER, claims: [alignedClaim()], node: NODE });
  const response = await askAgain(
    '/allocate',
    text.replaceAll('"name":"gpu"', `"name":"gpu-${number}"`).replaceAll('"gpu","efa"', `"gpu-${number}","efa"`),
  );
  const { allocations } = (await response.json()) as { allocations: { devices: { results: { request: string; device: string }[] } }[] };
  expect(allocations[0]?.devices.results[0]).toMatchObject({ request: `gpu-${number}`, device: 'gpu-0' });
}

test('answers beside what is hostile, each its own question', async () => {
  const hostile = hostileRequests().map(async ({ name, path, type, body, statuses }) => {
    // A server that has read enough of a body may close the connection before the client has sent the rest.
    const status = await ask(path, body, type).then(
      (response) => response.status,
      () => 413,
    );
    expect([...statuses, 408], name).toContain(status);
  });
  await Promise.all([...hostile, ...Array.from({ length: 40 }, (_, number) => isAnswered(number))]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain('dra_allocator_in_flight 0');
  expect(metrics).toContain('dra_allocator_buffered_bytes 0');
  expect(metrics).toMatch(/dra_allocator_moved_to_threads_total\{reason="(?:milliseconds|steps|selector)"\} \d/);
});

test('a cluster that stays is known to the event loop and to threads', async () => {
  const put = await fetch(`${url}/cluster`, {
    method: 'PUT',
    body: JSON.stringify({ objects: CLUSTER }),
    headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
  });
  expect(await put.json()).toEqual({ objects: CLUSTER.length });
  const found = await askAgain('/filter', JSON.stringify({ claims: [alignedClaim()] }));
  expect(await found.json()).toMatchObject({ best: NODE });
  // Long bodies are for threads.
  const long = await askAgain(
    '/filter',
    JSON.stringify({ claims: [{ ...alignedClaim(), status: {} }], nodes: Array.from({ length: 3000 }, () => NODE) }),
  );
  expect(await long.json()).toMatchObject({ best: NODE });
});

test('a thread reads a large cluster, and reports its faults with their places', async () => {
  const put = (objects: readonly object[]): Promise<Response> =>
    fetch(`${url}/cluster`, {
      method: 'PUT',
      body: JSON.stringify({ objects }, undefined, 1),
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    });
  const others = Array.from({ length: 2000 }, (_, index) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `other-${index}` } }));
  const faulty = { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'a' }, spec: { selector: [] } };
  const refused = await put([...others, faulty]);
  expect([refused.status, await refused.json()]).toMatchObject([400, { findings: [{ path: 'objects[2000].spec.selector', line: 14010 }] }]);
  expect(await (await put([{ apiVersion: 'v1', kind: 'List', items: others }, ...CLUSTER])).json()).toEqual({
    objects: CLUSTER.length + 1,
  });
  const found = await askAgain('/filter', JSON.stringify({ claims: [alignedClaim()] }));
  expect(await found.json()).toMatchObject({ best: NODE });
});

test('a connection that sends nothing more keeps nobody waiting', async () => {
  const slow = connect(service.port, '127.0.0.1');
  slow.on('error', () => undefined);
  slow.write('POST /allocate HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{');
  await isAnswered(1);
  slow.destroy();
});

test('starts whatever the limit of a question is, though a thread takes longer than that to start', async () => {
  const hasty = await startService(root, { MILLISECONDS: '10', THREADS: '1' }, { folder: 'service-hasty' });
  try {
    expect((await fetch(`http://127.0.0.1:${hasty.port}/readyz`)).status).toBe(200);
  } finally {
    expect(await hasty.stop()).toBe(0);
  }
});

test('ends when it is asked to', async () => {
  expect(await service.stop()).toBe(0);
});

test('a client that fills the threads waits behind itself, and keeps no other waiting', async () => {
  const fair = await startService(
    root,
    { MILLISECONDS: '1000', STEPS: '1000000000000', THREADS: '1', CLIENT_HEADER: 'x-client' },
    { folder: 'service-fair' },
  );
  const post = (client: string, path: string, body: string) =>
    fetch(`http://127.0.0.1:${fair.port}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-client': client },
    });
  try {
    const flood = Promise.all(Array.from({ length: 60 }, () => post('many', '/allocate', endlessQuestion())));
    // The line is full, and everybody in it is of one client.
    while (!/rejected_total\{reason="threads-are-busy"\}/.test(await (await fetch(`http://127.0.0.1:${fair.port}/metrics`)).text()));
    const single = await post('one', '/validate', JSON.stringify({ objects: CLUSTER }));
    expect(await single.json()).toMatchObject({ valid: true });
    const statuses = (await flood).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  } finally {
    await fair.stop();
  }
});

test('questions that nobody waits for leave their thread, and the queue', async () => {
  const patient = await startService(root, { MILLISECONDS: '3600000', STEPS: '1000000000000', THREADS: '1' }, { folder: 'service-gone' });
  const at = `http://127.0.0.1:${patient.port}`;
  const post = (path: string, body: string, signal?: AbortSignal) =>
    fetch(at + path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      ...(signal === undefined ? {} : { signal }),
    });
  const untilMetrics = async (wanted: RegExp): Promise<void> => {
    while (!wanted.test(await (await fetch(`${at}/metrics`)).text())) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  const validated = async (): Promise<void> => {
    expect(await (await post('/validate', JSON.stringify({ objects: CLUSTER }))).json()).toMatchObject({ valid: true });
  };
  try {
    // The thread is there from now on.
    await validated();
    const [first, second] = [new AbortController(), new AbortController()];
    const searched = expect(post('/allocate', endlessQuestion(), first.signal)).rejects.toThrow(/abort/);
    await untilMetrics(/moved_to_threads_total\{reason="(?:steps|milliseconds)"\} 1/);
    const waited = expect(post('/filter', endlessQuestion().replace(',"node":"n"', ''), second.signal)).rejects.toThrow(/abort/);
    await untilMetrics(/moved_to_threads_total\{reason="(?:steps|milliseconds)"\} [12][\s\S]*in_flight 2/);
    second.abort();
    await untilMetrics(/rejected_total\{reason="gone"\} 1[\s\S]*in_flight 1/);
    first.abort();
    await validated();
    await untilMetrics(/rejected_total\{reason="gone"\} 2[\s\S]*in_flight 0/);
    await Promise.all([searched, waited]);
  } finally {
    await patient.stop();
  }
});
