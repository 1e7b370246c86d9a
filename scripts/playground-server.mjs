// Serves the playground on loopback: static compressed files, with the headers that a real host should send.

import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './fresh.mjs';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.yaml', 'text/plain; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/** The Content-Security-Policy that the page needs. The page also contains it, for hosts that send no headers. */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Starts a server for the page on loopback. Port 0 selects a free port. Resolves with its address and a function that closes it.
 * @param {number} port
 * @param {string} folder
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export function servePlayground(port = 0, folder = join(root, 'dist/playground')) {
  const contents = compressor();
  const server = createServer((request, response) => {
    const file = fileOf(folder, request.url ?? '/');
    if (file === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    const isCompressed = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const { plain, gzip } = contents(file);
    response.writeHead(200, {
      ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
      vary: 'accept-encoding',
      'content-length': (isCompressed ? gzip : plain).length,
      'content-type': TYPES.get(extname(file)) ?? 'application/octet-stream',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    });
    response.end(request.method === 'HEAD' ? undefined : isCompressed ? gzip : plain);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address());
      resolve({
        address: `http://127.0.0.1:${own}/`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/** Reads files, and compresses each once, like a host of static files. @returns {(file: string) => { plain: Buffer, gzip: Buffer }} */
function compressor() {
  /** @type {Map<string, { changed: number, plain: Buffer, gzip: Buffer }>} */
  const known = new Map();
  return (file) => {
    const { mtimeMs: changed, size } = statSync(file);
    const found = known.get(file);
    if (found?.changed === changed && found.plain.length === size) return found;
    const plain = readFileSync(file);
    const read = { changed, plain, gzip: gzipSync(plain, { level: 9 }) };
    known.set(file, read);
    return read;
  };
}

/** Returns the file for a path; undefined if the folder has no such file. @param {string} folder @param {string} url */
function fileOf(folder, url) {
  try {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const file = join(folder, path.endsWith(sep) ? `${path}index.html` : path);
    return file.startsWith(folder + sep) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
