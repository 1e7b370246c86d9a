// Debian's redis-server: found, or installed where possible. It runs on a loopback port and stores its data in a folder.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PATHS = ['/usr/bin/redis-server', '/usr/local/bin/redis-server'];

/**
 * The path of a redis-server. Installs it without starting it if the process is root on Debian. Undefined: it is missing and cannot be
 * installed.
 */
export function redisServerPath(): string | undefined {
  const found = PATHS.find((path) => existsSync(path));
  if (found !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } } as const;
  spawnSync('apt-get', ['update', '-q'], options);
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'redis-server'], options);
  return PATHS.find((path) => existsSync(path));
}

/** A redis-server that can be killed and started again. */
export class RedisServer {
  readonly port: number;
  readonly #path: string;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(path: string, folder: string, port: number) {
    this.#path = path;
    this.#folder = folder;
    this.port = port;
  }

  /** Starts a server that stores its data in a folder. */
  static async start(path: string, folder: string): Promise<RedisServer> {
    const server = new RedisServer(path, folder, await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const options = ['--port', `${this.port}`, '--bind', '127.0.0.1', '--dir', this.#folder, '--appendonly', 'yes', '--save', ''];
    const started = spawn(this.#path, options, { stdio: 'ignore' });
    this.#process = started;
    for (let tries = 0; !(await answers(this.port)); tries++) {
      if (tries > 300 || started.exitCode !== null) throw new Error('redis-server does not answer');
      await sleep(100);
    }
  }

  /** Kills the process immediately, before it can write anything. */
  async kill(): Promise<void> {
    const ending = this.#process;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGKILL');
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Returns whether the server is running and has read its stored data. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('error', () => end(false));
    socket.once('data', (data: Buffer) => end(data.toString().startsWith('+PONG')));
    socket.write('PING\r\n');
  });
}
