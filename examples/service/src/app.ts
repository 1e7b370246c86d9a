// The service itself: routes, limits and metrics, equal on Node and in workerd. The creator of the app supplies the code that answers questions.

import { type Context, Hono } from 'hono';
import type { Answer } from './engine.js';
import { Metrics } from './metrics.js';
import { openApi } from './openapi.js';
import { Problem, problemOf } from './problem.js';
import { type Asked, type Language, TOPICS, type Topic } from './question.js';
import { DEFAULTS, type Settings } from './settings.js';

/** The parts of the service that differ by runtime. */
export interface Answering {
  /** Answers a question. Rejects only with a Problem. The context identifies the client, and its signal aborts when the client is gone. */
  answer(asked: Asked, context: Context): Promise<Answer>;
  /** Replaces the resident cluster by the objects of a body. Absent: the service has no resident cluster. */
  replaceCluster?(asked: Asked<'cluster'>): Promise<{ readonly objects: number }>;
  /** Returns true once the service can answer questions. */
  isReady(): boolean;
}

/** Creates the app. */
export function createApp(answering: Answering, given: Partial<Settings> = {}, metrics = new Metrics()): Hono {
  const settings = { ...DEFAULTS, ...given };
  const service = new Service(answering, settings, metrics);
  const hasCluster = answering.replaceCluster !== undefined && settings.clusterToken !== undefined;
  const document = JSON.stringify(openApi(settings, hasCluster));
  const app = new Hono();
  for (const topic of TOPICS) app.post(`/${topic}`, (context) => service.ask(context, topic));
  if (hasCluster) app.put('/cluster', (context) => service.replaceCluster(context));
  app.get('/openapi.json', (context) => context.body(document, 200, { 'content-type': 'application/json' }));
  app.get('/healthz', (context) => context.text('ok\n'));
  app.get('/readyz', (context) =>
    answering.isReady() ? context.text('ok\n') : problemResponse(context, new Problem(503, 'not-ready', 'not ready yet')),
  );
  app.get('/metrics', (context) => context.body(metrics.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }));
  for (const { path, method } of app.routes.slice()) {
    const allow = method === 'GET' ? 'GET, HEAD' : method;
    app.all(path, (context) => service.refuse(context, new Problem(405, 'wrong-method', `this is asked with ${method}`), { allow }));
  }
  app.notFound((context) =>
    service.refuse(context, new Problem(404, 'unknown-path', 'there is nothing at this path; /openapi.json tells what there is')),
  );
  app.onError((error, context) => problemResponse(context, problemOf(error)));
  return app;
}

/**
 * Bodies of at most this size do not count against the limit for buffered bytes, which large and slow bodies could exhaust. The
 * number of connections bounds them.
 */
const SMALL_BODY = 64 * 1024;

/** Handles requests and counts them while they are in flight. */
class Service {
  readonly #answering: Answering;
  readonly #settings: Settings;
  readonly #metrics: Metrics;
  #inFlight = 0;
  #buffered = 0;

  constructor(answering: Answering, settings: Settings, metrics: Metrics) {
    this.#answering = answering;
    this.#settings = settings;
    this.#metrics = metrics;
  }

  async ask(context: Context, topic: Topic): Promise<Response> {
    return this.#measured(context, topic, async () => {
      const {
        status,
        text,
        by,
        choices = [],
      } = await this.#withBody(context, this.#settings.bodyBytes, (body) => this.#answering.answer({ topic, ...body }, context));
      if (by !== undefined) this.#metrics.interruptions.add(1, { topic, by });
      for (const index of choices) this.#metrics.alternatives.observe(index);
      return context.body(text, status, { 'content-type': status === 200 ? 'application/json' : 'application/problem+json' });
    });
  }

  async replaceCluster(context: Context): Promise<Response> {
    return this.#measured(context, 'cluster', async () => {
      // The name of the scheme is case-insensitive (RFC 9110, section 11.1).
      const given = (context.req.header('authorization') ?? '').replace(/^bearer +/i, 'Bearer ');
      if (!isSame(given, `Bearer ${this.#settings.clusterToken}`))
        throw new Problem(401, 'wrong-token', 'expected Authorization: Bearer with the token of this service');
      const replaced = await this.#withBody(context, this.#settings.clusterBytes, (body) =>
        this.#answering.replaceCluster?.({ topic: 'cluster', ...body }),
      );
      return context.json(replaced);
    });
  }

  /** Answers a request that no route handles. */
  refuse(context: Context, problem: Problem, headers: Record<string, string> = {}): Response {
    this.#metrics.rejected.add(1, { reason: problem.code });
    return problemResponse(context, problem, headers);
  }

  /** Counts a request and measures its time. Turns problems into answers. */
  async #measured(context: Context, route: string, handle: () => Promise<Response>): Promise<Response> {
    const start = performance.now();
    let response: Response;
    try {
      response = await handle();
    } catch (error) {
      const problem = problemOf(error);
      if (problem.status === 503 || problem.status === 413 || problem.status === 415 || problem.status === 408)
        this.#metrics.rejected.add(1, { reason: problem.code });
      response = problemResponse(context, problem);
    }
    this.#metrics.requests.add(1, { route, status: String(response.status) });
    this.#metrics.durations.observe((performance.now() - start) / 1000, { route });
    return response;
  }

  /** Reads a body within limits and passes it to `use`. A slow body occupies bytes, but a place among the questions only once it is complete. */
  async #withBody<T>(context: Context, most: number, use: (body: Omit<Asked, 'topic'>) => T): Promise<Awaited<T>> {
    const { headers } = context.req.raw;
    const language = languageOf(headers);
    const announced = headers.has('content-length') ? Number(headers.get('content-length')) : most;
    if (announced > most) throw tooLarge(most);
    const reserved = announced > SMALL_BODY ? announced : 0;
    this.#checkPlace();
    this.#checkBytes(reserved, most);
    this.#takeBytes(reserved);
    try {
      const body = await wholeBody(context, most, this.#settings.bodyMilliseconds);
      this.#checkPlace();
      this.#takePlace(1);
      try {
        return await use({ language, body });
      } finally {
        this.#takePlace(-1);
      }
    } finally {
      this.#takeBytes(-reserved);
    }
  }

  #checkPlace(): void {
    if (this.#inFlight >= this.#settings.inFlight) throw new Problem(503, 'too-many-questions', 'too many questions are under way');
  }

  #checkBytes(bytes: number, most: number): void {
    if (bytes > 0 && this.#buffered + bytes > Math.max(this.#settings.bufferedBytes, most))
      throw new Problem(503, 'too-many-bytes', 'too many bodies are under way');
  }

  #takePlace(questions: number): void {
    this.#inFlight += questions;
    this.#metrics.inFlight.add(questions);
  }

  #takeBytes(bytes: number): void {
    this.#buffered += bytes;
    this.#metrics.buffered.add(bytes);
  }
}

/** Reads a body. Throws Problem if it is too large, too slow, or ends early. */
async function wholeBody(context: Context, most: number, milliseconds: number): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem(408, 'slow-body', 'the body came too slowly')), milliseconds);
  });
  try {
    // The server enforces an announced length.
    const { raw } = context.req;
    const announced = raw.headers.get('content-length');
    const isSmall = announced !== null && Number(announced) <= SMALL_BODY;
    const whole = isSmall
      ? context.req.arrayBuffer().then((bytes) => new Uint8Array(bytes))
      : readAtMost(raw.body, most, announced === null ? undefined : Number(announced));
    return await Promise.race([whole, late]);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(400, 'broken-body', 'the body ended before its end');
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(most: number): Problem {
  return new Problem(413, 'body-too-large', `the body has more than ${most} bytes`);
}

/** The most chunks of a body: handling a chunk costs more time than its bytes. */
const MOST_CHUNKS = 16 * 1024;

/** Reads a body chunk by chunk, since joining all chunks at its end would hold the event loop. `announced`: its length, if known. */
async function readAtMost(stream: ReadableStream<Uint8Array> | null, most: number, announced?: number): Promise<Uint8Array> {
  const body = new Uint8Array(announced ?? most);
  let [length, chunks] = [0, 0];
  if (stream !== null) {
    for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
      if (length + chunk.length > most) throw tooLarge(most);
      body.set(chunk, length);
      length += chunk.length;
      if (++chunks > MOST_CHUNKS) throw new Problem(413, 'too-many-chunks', `the body has more than ${MOST_CHUNKS} chunks`);
    }
  }
  return length === body.length ? body : body.slice(0, length);
}

const YAML = /^(?:application|text)\/(?:x-)?yaml$|^application\/[\w.-]+\+yaml$/;
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/** Returns the language of a body, by its content type. Throws Problem for types that the service does not read. */
function languageOf(headers: Headers): Language {
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new Problem(415, 'encoded-body', 'bodies are read as they are, without a content encoding');
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw new Problem(415, 'wrong-charset', 'bodies are UTF-8');
  if (JSON_TYPE.test(type)) return 'json';
  if (YAML.test(type)) return 'yaml';
  throw new Problem(415, 'wrong-type', 'expected a body of application/json or application/yaml');
}

/** Compares two texts in a time that depends only on their lengths. */
function isSame(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let place = 0; place < right.length; place++) difference |= left.charCodeAt(place) ^ right.charCodeAt(place);
  return difference === 0;
}

/** Seconds after which a rejected client should try again. */
const RETRY_AFTER = '1';

function problemResponse(context: Context, problem: Problem, headers: Record<string, string> = {}): Response {
  const retry: Record<string, string> = problem.status === 503 ? { 'retry-after': RETRY_AFTER } : {};
  // The server does not read the rest of such a body, so the next request needs another connection.
  const close: Record<string, string> = problem.status === 408 || problem.status === 413 ? { connection: 'close' } : {};
  const authenticate: Record<string, string> = problem.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return context.body(JSON.stringify(problem), problem.status, {
    'content-type': 'application/problem+json',
    ...retry,
    ...close,
    ...authenticate,
    ...headers,
  });
}
