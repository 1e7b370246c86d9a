// Recorded answers: a file for each API server, a line for each case by its hash. Messages are shortened, as they are only for readers.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

/** @typedef {import('./judge.mjs').Answer} Answer */
/** @typedef {import('./judge.mjs').Cause} Cause */
/**
 * An API server: its release, its feature gates, and its share of the cases, 1 of `every`. A server with `like`
 * stores only the answers that differ from the other server.
 * @typedef {{ name: string, version: string, gates: 'default' | 'all', every: number, like?: string }} Server
 */

/** The recorded API servers. @type {readonly Server[]} */
export const SERVERS = [
  { name: '1.37', version: '1.37.1', gates: 'default', every: 1 },
  { name: '1.37-all-gates', version: '1.37.1', gates: 'all', every: 1, like: '1.37' },
  { name: '1.36', version: '1.36.3', gates: 'default', every: 8, like: '1.37' },
  { name: '1.36-all-gates', version: '1.36.3', gates: 'all', every: 8, like: '1.36' },
  { name: '1.35', version: '1.35.4', gates: 'default', every: 8, like: '1.36' },
  { name: '1.35-all-gates', version: '1.35.4', gates: 'all', every: 8, like: '1.35' },
  { name: '1.34', version: '1.34.4', gates: 'default', every: 8, like: '1.36' },
  { name: '1.34-all-gates', version: '1.34.4', gates: 'all', every: 8, like: '1.34' },
];

const FOLDER = join(import.meta.dirname, '../../../test/cluster/validate/answers');
const LONGEST_MESSAGE = 120;

/**
 * The servers with these names, and the servers whose answers are stored as differences to theirs. Without names: all servers.
 * @param {readonly string[]} names
 */
export function serversLike(names) {
  const wanted = new Set(names.map((name) => serverNamed(name).name));
  for (const { name, like } of SERVERS) if (like !== undefined && wanted.has(like)) wanted.add(name);
  return names.length === 0 ? SERVERS : SERVERS.filter(({ name }) => wanted.has(name));
}

/** @param {string} name */
export function serverNamed(name) {
  const server = SERVERS.find((one) => one.name === name);
  if (server === undefined) throw new Error(`no API server ${name}; there are ${SERVERS.map((one) => one.name).join(', ')}`);
  return server;
}

/**
 * Returns whether a server answers a case. With required feature gates off, most answers are equal. Releases have
 * different functions, syntax and costs of CEL, so each server answers every expression.
 * @param {Server} server
 * @param {import('./mutations.mjs').Case} one
 */
export function isAsked({ every, gates, version }, { id, steps, base, isExpression }) {
  if (base.isNewestOnly && version !== SERVERS[0]?.version) return false;
  const rare = every * (base.needsGates && gates === 'default' ? 16 : 1);
  return steps.length === 0 || isExpression === true || Buffer.from(id, 'base64url').readUInt16BE(0) % rare === 0;
}

/**
 * Writes the answers of a server.
 * @param {Server} server
 * @param {ReadonlyMap<string, Answer>} answers
 */
export function writeAnswers(server, answers) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(fileOf(server), answersText(server, answers));
}

/** The stored text of the answers of a server. @param {Server} server */
export function storedText(server) {
  return existsSync(fileOf(server)) ? readFileSync(fileOf(server), 'utf8') : '';
}

/**
 * The answers of a server as text, in the order of their hashes. The first line has the messages, and the other lines refer to their
 * numbers.
 * @param {Server} server
 * @param {ReadonlyMap<string, Answer>} answers
 */
export function answersText(server, answers) {
  const others = server.like === undefined ? new Map() : readAnswers(serverNamed(server.like));
  const messages = new Messages();
  const lines = [];
  const sorted = [...answers].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [id, given] of sorted) {
    const answer = shortened(given);
    if (!isDeepStrictEqual(others.get(id), answer)) lines.push(lineOf(id, answer, messages));
  }
  return `${[JSON.stringify(messages.texts), ...lines].join('\n')}\n`;
}

/**
 * Reads the answers of a server, including those stored for another one. Empty if they were never recorded.
 * @param {Server} server
 * @returns {Map<string, Answer>}
 */
export function readAnswers(server) {
  const text = storedText(server);
  if (text === '') return new Map();
  const answers = server.like === undefined ? new Map() : readAnswers(serverNamed(server.like));
  const [first = '[]', ...lines] = text.trimEnd().split('\n');
  const messages = /** @type {string[]} */ (JSON.parse(first));
  const textOf = (/** @type {number | undefined} */ index) => (index === undefined ? '' : (messages[index] ?? ''));
  for (const line of lines) {
    const [id, code = 201, ...rest] = /** @type {[string, number?, ...(number | [string, string, number?])[]]} */ (JSON.parse(line));
    const causes = rest.filter((part) => Array.isArray(part)).map(([path, type, index]) => ({ path, type, message: textOf(index) }));
    const index = rest.find((part) => typeof part === 'number');
    answers.set(id, { code, causes, ...(index === undefined ? {} : { message: textOf(index) }) });
  }
  return answers;
}

/** Numbers messages. */
class Messages {
  /** @type {string[]} */
  texts = [];
  /** @type {Map<string, number>} */
  #numbers = new Map();

  /** @param {string} text */
  number(text) {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/** @param {Server} server */
function fileOf({ name }) {
  return join(FOLDER, `${name}.jsonl`);
}

/**
 * @param {string} id
 * @param {Answer} answer
 * @param {Messages} messages
 */
function lineOf(id, { code, causes, message }, messages) {
  if (code === 201) return JSON.stringify([id]);
  const parts = causes.map(({ path, type, message }) => (message === '' ? [path, type] : [path, type, messages.number(message)]));
  return JSON.stringify([id, code, ...parts, ...(message === undefined ? [] : [messages.number(message)])]);
}

/**
 * An answer in stored form: shortened messages, and causes sorted by path, as the API server iterates over maps in random order.
 * @param {Answer} answer
 * @returns {Answer}
 */
function shortened({ code, causes, message }) {
  const short = causes.map(({ path, type, message }) => ({ path, type, message: shorten(message) }));
  short.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { code, causes: short, ...(message === undefined ? {} : { message: shorten(message) }) };
}

/** @param {string} message */
function shorten(message) {
  const told = message
    .replace(/^(Invalid|Unsupported|Duplicate) value: ("[^"]*"|[^:]*)(: )?/, '')
    .replace(/^(Required value|Forbidden|Too long|Too many)(: )?/, '');
  return told.length <= LONGEST_MESSAGE ? told : `${told.slice(0, LONGEST_MESSAGE - 1)}…`;
}
