// Node's server rejects some requests before the service of examples/service sees them: those, over sockets.

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../examples/service/src/app.js';
import { Engine } from '../../examples/service/src/engine.js';
import { createHttpServer } from '../../examples/service/src/http-server.js';
import { Metrics } from '../../examples/service/src/metrics.js';
import { DEFAULTS } from '../../examples/service/src/settings.js';
import { RETRIED } from '../support/retried.js';

const metrics = new Metrics();
const engine = new Engine({ limits: DEFAULTS });
const { fetch } = createApp({ answer: (asked) => engine.answer(asked), isReady: () => true }, {}, metrics);
const { unreadBytes, unreadMilliseconds } = DEFAULTS;
const unread = { unreadBytes, unreadMilliseconds };
const patient = createHttpServer(fetch, { ...unread, maxHeaderSize: 4096 }, metrics);
/** Its app waits for bodies, its server does not end them. */
const { fetch: fetchSoon } = createApp({ answer: (asked) => engine.answer(asked), isReady: () => true }, { bodyMilliseconds: 50 }, metrics);
/** The app is the first to give up on a slow body, and the server comes upon the same request a little later. */
const both = createHttpServer(fetchSoon, { ...unread, requestTimeout: 100, connectionsCheckingInterval: 10 }, metrics);
/** A server with the shortest timeouts, for slow clients only. */
const impatient = createHttpServer(fetch, { ...unread, headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 10 }, metrics);

beforeAll(async () => {
  for (const server of [patient, impatient, both]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});

afterAll(async () => {
  for (const server of [patient, impatient, both]) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

/** Sends bytes, and gives all that comes back until the server closes the connection. */
async function sent(text: string, server = patient): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

const GET = 'GET /healthz HTTP/1.1\r\n';
const POST = 'POST /allocate HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n';

/** Requests that end their connection, each with its status and the code of the problem. */
const REFUSED: readonly (readonly [string, string, number, string])[] = [
  ['no HTTP', 'hello\r\n\r\n', 400, 'no-http'],
  ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', 400, 'no-http'],
  ['an unknown method', 'BREW /allocate HTTP/1.1\r\nhost: a\r\n\r\n', 400, 'no-http'],
  ['another version', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n', 400, 'no-http'],
  ['a wrong length', `${POST}content-length: x\r\n\r\n{}`, 400, 'no-http'],
  ['two lengths', `${POST}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400, 'no-http'],
  ['a length and chunks', `${POST}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400, 'no-http'],
  ['a broken chunk', `${POST}transfer-encoding: chunked\r\n\r\nxyz\r\n`, 400, 'no-http'],
  ['large headers', `${GET}host: a\r\nx: ${'x'.repeat(10_000)}\r\n\r\n`, 431, 'headers-too-large'],
  ['chunks with large extensions', `${POST}transfer-encoding: chunked\r\n\r\n1;${'x'.repeat(40_000)}`, 413, 'chunks-too-large'],
  ['no host', `${GET}\r\n`, 400, 'no-host'],
  ['two hosts', `${GET}host: a\r\nhost: b\r\n\r\n`, 400, 'no-host'],
  ['another expectation', `${POST}expect: money\r\ncontent-length: 2\r\n\r\n{}`, 417, 'wrong-expectation'],
  ['a tunnel', 'CONNECT a:80 HTTP/1.1\r\nhost: a:80\r\n\r\n', 400, 'wrong-target'],
  ['a wrong host', `${GET}host: a b/c\r\nconnection: close\r\n\r\n`, 400, 'wrong-target'],
  ['a wrong target', 'GET http://[ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 400, 'wrong-target'],
];

const isProblem = (all: string, status: number, code: string): void => {
  const [head = '', body = ''] = all.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z][A-Za-z ]+\\r\\n`));
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(head.toLowerCase()).toContain('connection: close');
  expect(JSON.parse(body)).toMatchObject({ status, code, title: expect.any(String), detail: expect.any(String) });
  expect(metrics.text()).toMatch(new RegExp(`dra_allocator_rejected_total\\{reason="${code}"\\} [1-9]`));
};

test.each(REFUSED)('%s: a problem', async (_, text, status, code) => isProblem(await sent(text), status, code));

test.each([
  ['headers', `${GET}host: a\r\n`],
  ['a body', `${POST}content-length: 10\r\n\r\n{`],
])('%s without end: a problem', async (_, text) => isProblem(await sent(text, impatient), 408, 'slow-request'));

test('a body that is slow has one answer, whoever gives up on it, and the connection ends', RETRIED, async () => {
  const counted = (): string[] => metrics.text().match(/rejected_total\{reason="slow-[a-z]+"\} \d+/g) ?? [];
  const before = counted();
  const all = await sent(`${POST}content-length: 10\r\n\r\n{`, both);
  expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 408']);
  isProblem(all, 408, 'slow-body');
  expect(counted().filter((line) => !before.includes(line))).toHaveLength(1);
});

test.each([
  ['with a length', 'content-length: 2000000\r\n\r\n{'],
  ['in chunks', `transfer-encoding: chunked\r\n\r\n${`10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(17)}`],
])('a body that is too large, %s: the answer says that the connection ends', async (_, rest) => {
  isProblem(await sent(POST + rest), 413, 'body-too-large');
});

test('what comes behind a request is no part of its answer', RETRIED, async () => {
  const all = await sent(`${GET}host: a\r\n\r\n${GET}host: a\r\n\r\nnonsense\r\n\r\n`);
  expect(all.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 400');
  expect(all).toContain('"code":"no-http"');
});

test('a body of tiny chunks ends before it takes long', RETRIED, async () => {
  isProblem(await sent(`${POST}transfer-encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(20_000)}0\r\n\r\n`), 413, 'too-many-chunks');
});

test('100-continue is answered, and HTTP/1.0 needs no host', RETRIED, async () => {
  const body = '{"objects":[]}';
  const head = `POST /validate HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\nexpect: 100-continue\r\n`;
  const all = await sent(`${head}content-length: ${body.length}\r\n\r\n${body}`);
  expect(all).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/);
  expect(await sent('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK/);
});
