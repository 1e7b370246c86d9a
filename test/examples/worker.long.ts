// The Worker of examples/worker in workerd, with the package as it is built: it proves where it runs, and answers as the service does.

import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileRequests } from './hostile-bodies.js';
import { alignedClaim, CLUSTER, NODE } from './questions.js';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'build/worker');
let workerd: ChildProcess;
let url: string;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const entries = Object.fromEntries(['read', 'validate'].map((name) => [`dra-allocator/${name}`, join(root, `dist/${name}.workerd.js`)]));
  const shared = Object.fromEntries(
    ['app', 'engine', 'settings'].map((name) => [`dra-allocator-service/${name}`, join(root, `examples/service/src/${name}.ts`)]),
  );
  const { outputFiles } = await build({
    entryPoints: [join(root, 'examples/worker/src/worker.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    conditions: ['workerd'],
    logLevel: 'error',
    external: ['./solver.wasm'],
    alias: { ...entries, ...shared, 'dra-allocator': join(root, 'dist/index.workerd.js') },
  });
  writeFileSync(join(folder, 'dist/worker.js'), outputFiles[0]?.text ?? '');
  copyFileSync(join(root, 'dist/solver.wasm'), join(folder, 'dist/solver.wasm'));
  const port = await freePort();
  const config = readFileSync(join(root, 'examples/worker/config.capnp'), 'utf8').replace(':8787', `:${port}`);
  writeFileSync(join(folder, 'config.capnp'), config);
  const require = createRequire(createRequire(import.meta.url).resolve('workerd'));
  const binary = require.resolve(`@cloudflare/workerd-${process.platform}-${process.arch === 'x64' ? '64' : process.arch}/bin/workerd`);
  workerd = spawn(binary, ['serve', join(folder, 'config.capnp')], { stdio: ['ignore', 'inherit', 'inherit'] });
  url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    const is = await fetch(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (is) return;
    if (tries > 300 || workerd.exitCode !== null) throw new Error('workerd does not answer');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}, 120_000);

afterAll(() => {
  workerd?.kill();
});

const ask = (path: string, body: string | Uint8Array, type = 'application/json') =>
  fetch(url + path, { method: 'POST', body: body as string, headers: { 'content-type': type } });

test('answers as the service does', async () => {
  const question = JSON.stringify({ objects: CLUSTER, claims: [alignedClaim()], node: NODE });
  for (let round = 0; round < 3; round++) {
    const answer = (await (await ask('/allocate', question)).json()) as {
      kind: string;
      allocations: { devices: { results: { device: string }[] } }[];
    };
    expect(answer.kind).toBe('allocated');
    expect(answer.allocations[0]?.devices.results.map(({ device }) => device)).toEqual(['gpu-0', 'pci-0000-10-1b-0']);
  }
  const explained = await ask('/explain', JSON.stringify({ objects: CLUSTER, claims: [alignedClaim()] }));
  expect(await explained.json()).toMatchObject({ kind: 'allocated' });
  const findings = await ask(
    '/validate',
    'objects: [{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: A}}]',
    'application/yaml',
  );
  expect(await findings.json()).toMatchObject({ valid: false });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('dra_allocator_requests_total{route="allocate",status="200"} 3');
  expect((await fetch(`${url}/cluster`, { method: 'PUT' })).status).toBe(404);
});

test('ends what is hostile, and goes on', async () => {
  for (const { name, path, type, body, statuses } of hostileRequests()) {
    const { status } = await ask(path, body, type);
    // Bodies have less room here.
    expect([...statuses, 200, 413], name).toContain(status);
  }
  const { status } = await ask('/allocate', JSON.stringify({ objects: CLUSTER, claims: [alignedClaim()], node: NODE }));
  expect(status).toBe(200);
});
