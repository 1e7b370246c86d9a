// The Worker of examples/worker in workerd, with the package as it is built: it proves where it runs, and answers as the service does.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileRequests } from './hostile-bodies.js';
import { alignedClaim, CLUSTER, NODE } from './questions.js';

const root = join(import.meta.dirname, '../..');
/** Outside of the repository, whose settings of TypeScript would lead the bundler to its sources. */
const folder = mkdtempSync(join(tmpdir(), 'dra-allocator-worker-'));
const worker = join(folder, 'worker');
let workerd: ChildProcess;
let url: string;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Puts the example and the service next to it where their packages are found as `npm install` would lay them, and builds it as its page says. */
function buildExample(): void {
  for (const name of ['service', 'worker'])
    cpSync(join(root, 'examples', name), join(folder, name), { recursive: true, filter: (path) => !/node_modules|\/dist$/.test(path) });
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(worker, 'package.json'), 'utf8')) as Record<string, object>;
  mkdirSync(join(worker, 'node_modules'));
  const places: Readonly<Record<string, string>> = { 'dra-allocator': root, 'dra-allocator-service': join(folder, 'service') };
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    symlinkSync(places[name] ?? join(root, 'node_modules', name), join(worker, 'node_modules', name), 'dir');
  execFileSync(process.execPath, ['build.mjs'], { cwd: worker });
}

beforeAll(async () => {
  buildExample();
  const port = await freePort();
  const config = readFileSync(join(root, 'examples/worker/config.capnp'), 'utf8').replace(':8787', `:${port}`);
  writeFileSync(join(worker, 'config.capnp'), config);
  const require = createRequire(createRequire(import.meta.url).resolve('workerd'));
  const binary = require.resolve(`@cloudflare/workerd-${process.platform}-${process.arch === 'x64' ? '64' : process.arch}/bin/workerd`);
  workerd = spawn(binary, ['serve', join(worker, 'config.capnp')], { stdio: ['ignore', 'inherit', 'inherit'] });
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
}, 240_000);

afterAll(() => {
  workerd?.kill();
  rmSync(folder, { recursive: true });
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
