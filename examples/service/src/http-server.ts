// Node's HTTP server. By itself Node answers a malformed request without a body. This server sends a problem then too, as for all other errors.

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Metrics } from './metrics.js';
import { Problem } from './problem.js';
import { UnreadAnswers, type UnreadLimits } from './unread-answers.js';

/** Answers a request. */
type Fetch = Parameters<typeof getRequestListener>[0];

/** Problems for Node's error codes. All other codes come from its parser. */
const PROBLEMS: ReadonlyMap<string | undefined, Problem> = new Map([
  ['HPE_HEADER_OVERFLOW', new Problem(431, 'headers-too-large', 'the headers have more bytes than this service reads')],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    new Problem(413, 'chunks-too-large', 'the extensions of chunks have more bytes than this service reads'),
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', new Problem(408, 'slow-request', 'the request came too slowly')],
]);
const NO_HTTP = new Problem(400, 'no-http', 'this is no request of HTTP/1.1');
const NO_HOST = new Problem(400, 'no-host', 'a request of HTTP/1.1 names one host, in its Host header');
const WRONG_TARGET = new Problem(400, 'wrong-target', 'the host or the target of the request is wrong');
const WRONG_EXPECTATION = new Problem(417, 'wrong-expectation', 'nothing but 100-continue can be expected');

/** Creates a server for an app. */
export function createHttpServer(fetch: Fetch, options: ServerOptions & UnreadLimits, metrics: Metrics): Server {
  const refuse = (problem: Problem): Problem => {
    metrics.rejected.add(1, { reason: problem.code });
    return problem;
  };
  const answer = getRequestListener(fetch, { hostname: 'localhost', errorHandler: () => responseTo(refuse(WRONG_TARGET)) });
  const unread = new UnreadAnswers(options, metrics);
  /** The last response on each connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    responses.set(request.socket, response);
    if (hasHost(request)) void answer(request, response).then(() => unread.add(response));
    else end(response, refuse(NO_HOST));
  });
  server.on('checkExpectation', (_, response: ServerResponse) => end(response, refuse(WRONG_EXPECTATION)));
  // A client that requests a tunnel mistakes this server for a proxy. Without a listener Node would close the connection silently.
  server.on('connect', (_, socket: Duplex) => socket.end(textOf(refuse(WRONG_TARGET))));
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    // A closed connection, or one in the middle of an answer, cannot carry another answer. A request that was answered before all of
    // it arrived has its answer.
    const isAnswered = response?.headersSent === true && !(response.writableFinished && response.req.complete);
    if (code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy();
    else socket.end(textOf(refuse(PROBLEMS.get(code) ?? NO_HTTP)));
  });
  return server;
}

/** Checks the Host header by RFC 9112, section 3.2. */
function hasHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

const TYPE = 'application/problem+json';

function responseTo(problem: Problem): Response {
  return new Response(JSON.stringify(problem), { status: problem.status, headers: { 'content-type': TYPE } });
}

/** Answers a request and closes its connection, so that no later request on it is read. */
function end(response: ServerResponse, problem: Problem): void {
  const body = Buffer.from(JSON.stringify(problem));
  response.writeHead(problem.status, { 'content-type': TYPE, 'content-length': body.length, connection: 'close' }).end(body);
}

function textOf(problem: Problem): string {
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `content-type: ${TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
