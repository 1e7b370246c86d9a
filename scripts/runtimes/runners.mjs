// Starts each runtime with the program, and returns its report.

import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { writeProgram } from './program.mjs';

/**
 * The report of `checkRuntime` in test/runtimes/check.ts.
 * @typedef {{ where: Record<string, unknown>, passed: number, failures: string[], steps: number[] }} Report
 */

const MILLISECONDS = 180_000;

/**
 * Runs a runtime that resolves the package in node_modules and prints the report.
 * @param {string} binary
 * @param {readonly string[]} parameters
 * @param {string} folder
 * @returns {Promise<Report>}
 */
export async function runPrinting(binary, parameters, folder) {
  await writeProgram(folder, 'printed', (entry) => (entry === 'index' ? 'dra-allocator' : `dra-allocator/${entry}`));
  return printedBy(binary, [...parameters, 'main.mjs'], folder);
}

/**
 * Returns the report that a program prints.
 * @param {string} binary
 * @param {readonly string[]} parameters
 * @param {string} cwd
 * @returns {Promise<Report>}
 */
export function printedBy(binary, parameters, cwd) {
  return new Promise((resolve, reject) => {
    execFile(binary, parameters, { cwd, timeout: MILLISECONDS, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(stderr.trim().split('\n').slice(0, 10).join('\n') || error.message));
      else resolve(JSON.parse(stdout));
    });
  });
}

/**
 * Runs workerd. Every file of its bundles is a module, as wrangler uploads them without bundling.
 * @param {string} binary
 * @param {string} folder
 * @returns {Promise<Report>}
 */
export async function runWorkerd(binary, folder) {
  const dist = join(folder, 'node_modules/dra-allocator/dist');
  await writeProgram(folder, 'served', (entry) => `./dist/${entry}.workerd.js`);
  const files = readdirSync(dist).filter((name) => /^workerd-\w+\.js$|\.workerd\.js$/.test(name));
  const embed = (/** @type {string} */ path) => `embed ${JSON.stringify(relative(folder, path))}`;
  const modules = [
    ...['main.mjs', 'questions.mjs'].map((name) => `(name = "${name}", esModule = ${embed(join(folder, name))})`),
    ...files.map((name) => `(name = "dist/${name}", esModule = ${embed(join(dist, name))})`),
    `(name = "dist/solver.wasm", wasm = ${embed(join(dist, 'solver.wasm'))})`,
  ];
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = (compatibilityDate = "2025-09-01", modules = [ ${modules.join(',\n')} ])) ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "main") ]
);
`;
  writeFileSync(join(folder, 'config.capnp'), config);
  return whileRunning(binary, ['serve', 'config.capnp', '--control-fd=3'], folder, async (child) => {
    const port = await portOf(/** @type {import('node:stream').Readable} */ (child.stdio[3]));
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(MILLISECONDS) });
    if (!response.ok) throw new Error(`workerd answered ${response.status}: ${(await response.text()).slice(0, 400)}`);
    return /** @type {Report} */ (await response.json());
  });
}

/** Returns the port that workerd announces on its control channel. @param {import('node:stream').Readable} control @returns {Promise<number>} */
function portOf(control) {
  let text = '';
  return new Promise((resolve) => {
    control.on('data', (chunk) => {
      text += chunk;
      const found = /"port":\s*(\d+)/.exec(text);
      if (found !== null) resolve(Number(found[1]));
    });
  });
}

const TYPES = /** @type {Readonly<Record<string, string>>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
});

/** The strictest policy under which the package runs in a page. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Runs a browser on a page that loads the modules of the package unchanged.
 * @param {string} binary
 * @param {string} folder
 * @returns {Promise<Report>}
 */
export async function runPage(binary, folder) {
  await writeProgram(folder, 'posted', (entry) => `./dist/${entry}.browser.js`);
  const dist = join(folder, 'node_modules/dra-allocator/dist');
  return servePage(binary, (path) => {
    if (path === '/') return '<!doctype html><title>dra-allocator</title><script type="module" src="/main.mjs"></script>';
    const inDist = /^\/dist\/([\w.-]+\.js)$/.exec(path)?.[1];
    if (inDist !== undefined) return readFileSync(join(dist, inDist));
    return ['/main.mjs', '/questions.mjs'].includes(path) ? readFileSync(join(folder, path)) : undefined;
  });
}

/**
 * Opens a page in a browser, and returns the data that the page posts to /report.
 * @param {string} binary
 * @param {(path: string) => string | Buffer | undefined} fileAt the files of the page; undefined for what it does not have
 * @returns {Promise<any>}
 */
export async function servePage(binary, fileAt) {
  /** @type {(report: Report) => void} */
  let settle = () => undefined;
  /** @type {Promise<Report>} */
  const report = new Promise((resolve) => {
    settle = resolve;
  });
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    if (path === '/report') {
      let text = '';
      for await (const chunk of request) text += chunk;
      response.end();
      settle(JSON.parse(text));
      return;
    }
    const file = fileAt(path);
    const type = TYPES[path === '/' ? '.html' : extname(path)] ?? 'application/octet-stream';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type, 'content-security-policy': POLICY }).end(file ?? '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const profile = mkdtempSync(join(tmpdir(), 'dra-allocator-chromium-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const more = ['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', `--user-data-dir=${profile}`];
  try {
    return await whileRunning(binary, [...flags, ...more, `http://127.0.0.1:${port}/`], profile, () => report);
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Starts a program, and ends it once there is an answer or the time is over. Throws if the program ends earlier.
 * @template T
 * @param {string} binary
 * @param {readonly string[]} parameters
 * @param {string} cwd
 * @param {(child: import('node:child_process').ChildProcess) => Promise<T>} ask
 * @returns {Promise<T>}
 */
async function whileRunning(binary, parameters, cwd, ask) {
  const child = spawn(binary, parameters, { cwd, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2_000);
  });
  /** @type {Promise<never>} */
  const ended = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('close', () => reject(new Error(`it ended without an answer: ${said.trim()}`)));
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${MILLISECONDS / 1000} s: ${said.trim()}`)), MILLISECONDS);
  });
  try {
    return await Promise.race([ask(child), ended, late]);
  } finally {
    clearTimeout(timer);
    child.kill('SIGTERM');
    await ended.catch(() => undefined);
  }
}
