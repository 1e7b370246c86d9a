import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { documents, GPU_CLASS, gpuClaim, gpuSlice } from './run-program.js';

const ROOT = join(import.meta.dirname, '../../..');
const PROGRAM = join(ROOT, 'dist/cli.js');

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: ROOT, stdio: 'pipe' });
}, 240_000);

function program(argv: readonly string[], input = ''): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...argv], { input, encoding: 'utf8', timeout: 60_000 });
  return { code: status, out: stdout, err: stderr };
}

const cluster = documents(GPU_CLASS, gpuSlice('node-a', 3));

test('0: everything was allocated', () => {
  const { code, out } = program(['allocate', '-f', '-', '-o', 'name'], documents(cluster, gpuClaim('a')));
  expect({ code, out }).toEqual({ code: 0, out: 'resourceclaim.resource.k8s.io/a\n' });
});

test('0: inventory, help and version', () => {
  expect(program(['inventory', '-f', '-'], cluster).code).toBe(0);
  expect(program(['--help']).code).toBe(0);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  expect(program(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

test('1: not allocatable; what fits is on standard output, the reason on standard error', () => {
  const { code, out, err } = program(['allocate', '-f', '-', '-o', 'name'], documents(cluster, gpuClaim('a'), gpuClaim('b', 3)));
  expect(out).toBe('resourceclaim.resource.k8s.io/a\n');
  expect(err).toContain('claim default/b, request gpu: needs 3 devices, 2 of 3 on this node available (1 allocated to claim default/a)');
  expect(code).toBe(1);
});

test('2: the command line is wrong', () => {
  expect(program(['allocate', '--fil', 'x']).code).toBe(2);
  expect(program([]).code).toBe(2);
});

test('3: input unreadable or wrong', () => {
  expect(program(['allocate', '-f', '/nonexistent.yaml'])).toEqual({
    code: 3,
    out: '',
    err: 'error: /nonexistent.yaml: no such file or directory\n',
  });
  const { code, err } = program(['allocate', '-f', '-'], 'kind: ResourceClaim\napiVersion: resource.k8s.io/v1\nspec: {device: {}}\n');
  expect(err).toMatch(/^<stdin>:3:8: error: ResourceClaim: spec\.device: unknown field: .* \[unknown-field\]\n/);
  expect(code).toBe(3);
});

test('4: interrupted by a limit', () => {
  const { code, out } = program(['allocate', '-f', '-', '--steps', '1'], documents(cluster, gpuClaim('a', 3)));
  expect({ code, out }).toEqual({ code: 4, out: '' });
});

test('74: the output cannot be written', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'allocate', '-f', '-'], {
    input: documents(cluster, gpuClaim('a')),
    stdio: ['pipe', full, 'pipe'],
    encoding: 'utf8',
    timeout: 60_000,
  });
  closeSync(full);
  expect(stderr).toMatch(/error: standard output cannot be written: ENOSPC: no space left on device, write\n$/);
  expect(status).toBe(74);
});

test('a reader that goes away is no error', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'inventory', '-f', '-', '-o', 'json'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  child.stdout.once('data', () => child.stdout.destroy());
  child.stdin.end(documents(GPU_CLASS, ...Array.from({ length: 200 }, (_, index) => gpuSlice(`node-${index}`, 100))));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(err).not.toContain('EPIPE');
  expect(code).toBe(0);
});
