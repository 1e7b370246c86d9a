// The routes of the service in examples/service, with its default settings, as strangers access it.

import { DEFAULTS } from '../../../examples/service/src/settings.js';
import { hostileRequests } from '../../../test/examples/hostile-bodies.js';
import { startService } from '../../../test/support/service-process.js';
import { type Call, CLAIM_INPUTS } from '../inputs/claims.js';
import type { Figures } from '../measure.js';
import { probed } from '../probe.js';
import { type Entry, type Inputs, program, small, way } from '../ways.js';
import { objectsOf } from './claim-ways.js';

/** A request to a route. */
interface Sent {
  readonly type: string;
  readonly body: string | Uint8Array;
}

const TOKEN = 'bench';
const JSON_TYPE = 'application/json';

/** Sends a request to a new service, and measures the turns of its event loop. */
async function send(method: string, path: string, { type, body }: Sent): Promise<Figures> {
  const probe = probed();
  const service = await startService(process.cwd(), { ...probe.env, CLUSTER_TOKEN: TOKEN }, { folder: 'bench/limits/service' });
  service.process.kill('SIGUSR2');
  const headers = { 'content-type': type, authorization: `Bearer ${TOKEN}` };
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { method, headers, body: body as never });
  await response.arrayBuffer();
  const time = performance.now() - start;
  await service.stop();
  const { memory, hold } = probe.figures();
  return { time, hold: { whole: hold, withoutGarbage: hold }, ...(memory === null ? {} : { memory }) };
}

/** The largest body with default settings: longer ones are cut. */
const MOST = DEFAULTS.bodyBytes;

function bodies(path: string): Inputs<Sent> {
  const hostile = hostileRequests().filter((each) => each.path === path);
  const small = Object.entries(SMALL).map(([name, make]) => [name, () => ({ type: JSON_TYPE, body: bodyOf(path, make()) })] as const);
  return Object.fromEntries([...hostile.map((each) => [each.name, () => each] as const), ...small]);
}

function bodyOf(path: string, call: Call): string {
  const claims = call.claims as readonly object[];
  const objects = objectsOf(call);
  const body = JSON.stringify(
    path === '/validate' ? { objects: [...objects, ...claims] } : { objects, claims, ...(path === '/allocate' ? { node: 'n' } : {}) },
  );
  return body.length <= MOST ? body : body.slice(0, MOST);
}

const SMALL = Object.fromEntries(
  [
    '2,000 requests under 2,000 constraints',
    '2,000 selectors',
    'lists of 64 values of which 63 must be common',
    '4,000 claims',
    '64 devices with 300 selectors',
  ].map((name) => [name, CLAIM_INPUTS[name] as () => Call]),
);

const CLUSTER: Inputs<Sent> = {
  '16 MiB of nodes': () => {
    const objects = Array.from({ length: 200_000 }, (_, index) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `n${index}` } }));
    return { type: JSON_TYPE, body: JSON.stringify({ objects }).slice(0, DEFAULTS.clusterBytes) };
  },
};

/** Wall-clock bounds: the limit of a question, plus overhead. A thread of low priority reads a cluster first. */
const ANSWERING = { milliseconds: DEFAULTS.milliseconds + 500, perMegabyte: 1000 };
const REPLACING = { milliseconds: 1000, perMegabyte: 1000 };

const post = (path: string): Entry =>
  program(
    ANSWERING,
    way(bodies(path), (sent) => ({ elsewhere: () => send('POST', path, sent) })),
  );

export const ROUTES: Readonly<Record<string, Entry>> = {
  'POST /allocate': post('/allocate'),
  'POST /filter': post('/filter'),
  'POST /explain': post('/explain'),
  'POST /validate': post('/validate'),
  'PUT /cluster': program(
    REPLACING,
    way(CLUSTER, (sent) => ({ elsewhere: () => send('PUT', '/cluster', sent) })),
  ),
  'GET /healthz': small('it returns one word'),
  'GET /readyz': small('it returns one word'),
  'GET /metrics': small('metrics have a fixed number of lines'),
  'GET /openapi.json': small('the document is fixed'),
};
