// Clients of examples/service that do not read their answers.

import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer } from '../../examples/service/src/http-server.js';
import { Metrics } from '../../examples/service/src/metrics.js';
import type { UnreadLimits } from '../../examples/service/src/unread-answers.js';
import { RETRIED } from '../support/retried.js';

/** More than the buffers of the system have room for. */
const BYTES = 16 * 1024 * 1024;
const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

/** Runs a server with answers of {@link BYTES}. */
async function serving(limits: UnreadLimits, use: (open: () => Promise<Socket>, metrics: Metrics) => Promise<void>): Promise<void> {
  const metrics = new Metrics();
  const server = createHttpServer(() => new Response('x'.repeat(BYTES)), limits, metrics);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await use(async () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(REQUEST);
      await once(socket, 'readable');
      return socket;
    }, metrics);
  } finally {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
}

/** Reads until the end of the answer or the connection; returns the number of bytes. */
async function read(socket: Socket): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).length;
      if (bytes > BYTES) break;
    }
  } catch {
    // The server ended the connection.
  }
  return bytes;
}

const closed = /rejected_total\{reason="unread-answer"\} (\d+)/;

test('of too many bytes the oldest answer goes, and clients that read have theirs', RETRIED, async () => {
  await serving({ unreadBytes: 2 * BYTES + 10_000, unreadMilliseconds: 600_000 }, async (open, metrics) => {
    const oldest = await open();
    const second = await open();
    expect(closed.exec(metrics.text())).toBeNull();
    const third = await open();
    const fourth = await open();
    expect(closed.exec(metrics.text())?.[1]).toBe('2');
    expect(await read(oldest)).toBeLessThan(BYTES);
    expect(await read(second)).toBeLessThan(BYTES);
    expect(await read(third)).toBeGreaterThan(BYTES);
    expect(await read(fourth)).toBeGreaterThan(BYTES);
    // Answers that were read no longer count.
    expect(await read(await open())).toBeGreaterThan(BYTES);
    expect(closed.exec(metrics.text())?.[1]).toBe('2');
  });
});

test('an answer that a client does not read in its time goes', RETRIED, async () => {
  await serving({ unreadBytes: 10 * BYTES, unreadMilliseconds: 50 }, async (open, metrics) => {
    const socket = await open();
    while (closed.exec(metrics.text()) === null) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await read(socket)).toBeLessThan(BYTES);
  });
});
