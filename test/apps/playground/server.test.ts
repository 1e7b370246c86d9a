// The server of the playground, for static files in a folder.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servePlayground } from '../../../scripts/playground-server.mjs';
import { RETRIED } from '../../support/retried.js';

const folder = mkdtempSync(join(tmpdir(), 'playground-'));
const SCRIPT = 'export const answer = 42;\n'.repeat(100);
let server: Awaited<ReturnType<typeof servePlayground>>;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'main.js'), SCRIPT);
  server = await servePlayground(0, folder);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Asks for a path as it is: `fetch` would mend it. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(server.address);
    const asked = request({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('files come compressed to those who take that, under the policy of the page', RETRIED, async () => {
  const compressed = await ask('/main.js', { 'accept-encoding': 'br, gzip' });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'text/javascript; charset=utf-8' });
  expect(compressed.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(compressed.body.length).toBeLessThan(SCRIPT.length / 10);
  expect(gunzipSync(compressed.body).toString()).toBe(SCRIPT);
  const plain = await ask('/main.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toBe(SCRIPT);
  expect((await ask('/', {}, 'HEAD')).body).toHaveLength(0);
});

test('a file that has changed is read again', RETRIED, async () => {
  writeFileSync(join(folder, 'other.js'), 'one');
  expect((await ask('/other.js')).body.toString()).toBe('one');
  writeFileSync(join(folder, 'other.js'), 'another');
  expect((await ask('/other.js')).body.toString()).toBe('another');
});

test.each(['/none', '/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/%', '//', '/main.js/'])(
  'there is nothing at %s',
  async (path) => {
    expect((await ask(path)).status).toBe(404);
  },
);

test('nothing is taken', RETRIED, async () => {
  expect((await ask('/main.js', {}, 'POST')).status).toBe(404);
});
