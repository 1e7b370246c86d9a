// Node's server, which answers by itself what is no request that it could hand on, without a body. Here all of that gets a problem, as everything else does.

import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Metrics } from './metrics.js';
import { Problem } from './problem.js';
import { UnreadAnswers, type UnreadLimits } from './unread-answers.js';

/** Answers a request. */
type Fetch = Parameters<typeof getRequestListener>[0];

/** Codes of errors that Node's server has words for; all others are of its parser. */
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

/** Makes a server for an app. */
export function createHttpServer(fetch: Fetch, options: ServerOptions & UnreadLimits, metrics: Metrics): Server {
  const refuse = (problem: Problem): Problem => {
    metrics.rejected.add(1, { reason: problem.code });
    return problem;
  };
  const answer = getRequestListener(fetch, { hostname: 'localhost', errorHandler: () => responseTo(refuse(WRONG_TARGET)) });
  const unread = new UnreadAnswers(options, metrics);
  /** The last request of each connection. */
  const responses = new WeakMap<Duplex, ServerResponse>();
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    responses.set(request.socket, response);
    if (hasHost(request)) void answer(request, response).then(() => unread.add(response));
    else end(response, refuse(NO_HOST));
  });
  server.on('checkExpectation', (_, response: ServerResponse) => end(response, refuse(WRONG_EXPECTATION)));
  // Who asks for a tunnel takes this for a proxy. Without a listener the connection would be closed without a word.
  server.on('connect', (_, socket: Duplex) => socket.end(textOf(refuse(WRONG_TARGET))));
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    // Who has closed the connection, or is in the midst of an answer, could not read another one; and a request that was answered before all of it came has its answer.
    const isAnswered = response?.headersSent === true && !(response.writableFinished && response.req.complete);
    if (code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy();
    else socket.end(textOf(refuse(PROBLEMS.get(code) ?? NO_HTTP)));
  });
  return server;
}

/** RFC 9112, section 3.2. */
function hasHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

const TYPE = 'application/problem+json';

function responseTo(problem: Problem): Response {
  return new Response(JSON.stringify(problem), { status: problem.status, headers: { 'content-type': TYPE } });
}

/** What follows such a request on its connection is not read. */
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
