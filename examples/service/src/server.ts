// The service on Node: `npm run build && npm start`. Environment variables hold the settings (docs/guides/run-in-a-service.md).

import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { createHttpServer } from './http-server.js';
import { Metrics } from './metrics.js';
import { NodeAnswering } from './node-answering.js';
import { DEFAULTS, type Settings } from './settings.js';

/** Reads a number from the environment. Ends the process if the text is no number. */
function numberOf(name: string, absent: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return absent;
  if (!/^\d+$/.test(text)) {
    console.error(`${name}: expected an integer that is not negative, found ${JSON.stringify(text)}`);
    process.exit(2);
  }
  return Number(text);
}

const settings: Settings = {
  ...DEFAULTS,
  bodyBytes: numberOf('BODY_BYTES', DEFAULTS.bodyBytes),
  inFlight: numberOf('IN_FLIGHT', DEFAULTS.inFlight),
  milliseconds: numberOf('MILLISECONDS', DEFAULTS.milliseconds),
  steps: numberOf('STEPS', DEFAULTS.steps),
  clusterToken: process.env['CLUSTER_TOKEN'] || undefined,
};
const metrics = new Metrics();
const threads = process.env['THREADS'] === undefined ? {} : { threads: numberOf('THREADS', 1) };
const answering = new NodeAnswering(settings, metrics, {
  ...threads,
  clientHeader: process.env['CLIENT_HEADER'] || undefined,
  program: new URL('./thread.js', import.meta.url),
});
await answering.start();

const app = createApp(answering, settings, metrics);
const server = createHttpServer(
  app.fetch,
  {
    // Slow headers and slow bodies end here, with status 408.
    headersTimeout: 5000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: 30_000,
    maxHeaderSize: 16 * 1024,
    // Slow readers end here.
    unreadBytes: settings.unreadBytes,
    unreadMilliseconds: settings.unreadMilliseconds,
  },
  metrics,
);
server.maxConnections = 1024;
server.listen(numberOf('PORT', 8080), process.env['HOST'] ?? '127.0.0.1', () => {
  const { address, port } = server.address() as AddressInfo;
  console.log(`listening on http://${address}:${port}`);
});

/** Stops the service on a signal. It answers requests in flight, for at most two seconds. */
function stop(): void {
  server.close(() => void answering.close().then(() => process.exit(0)));
  setTimeout(() => process.exit(0), 2000).unref();
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
