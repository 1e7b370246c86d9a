// The queue of examples/sweep: 200 shards over four workers, two of which are killed on the way, and Redis as well. The end is that of one process.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Job, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RedisServer, redisServerPath } from '../support/redis-server.js';

const root = join(import.meta.dirname, '../..');
const example = join(root, 'examples/sweep');
const SHARDS = 200;
const path = redisServerPath();
const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'sweep-queue-'));
const workers: ChildProcess[] = [];
let redis: RedisServer;
let env: NodeJS.ProcessEnv;
let connection: Redis;
let queue: Queue;

beforeAll(async () => {
  if (path === undefined) return;
  // The command stands where `npm install` of the example would have it.
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(root, 'dist/cli.js'), join(folder, 'bin/dra-allocator'));
  redis = await RedisServer.start(path, folder);
  const url = `redis://127.0.0.1:${redis.port}`;
  env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    REDIS_URL: url,
    SHARDS: `${SHARDS}`,
    LOCK_MILLISECONDS: '6000',
  };
  connection = new Redis(url, { maxRetriesPerRequest: null });
  connection.on('error', () => undefined);
  queue = new Queue('sweep', { connection });
});

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await queue?.close();
  connection?.disconnect();
  await redis?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of the example to its end. */
async function program(name: string, ...args: readonly string[]): Promise<string> {
  return (await run(process.execPath, [`queue/${name}.mjs`, ...args], { cwd: example, env, maxBuffer: 1 << 28 })).stdout;
}

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, ['queue/work.mjs'], { cwd: example, env, stdio: 'ignore' });
  workers.push(worker);
  return worker;
}

async function untilCompleted(count: number): Promise<void> {
  while ((await queue.getCompletedCount()) < count) await sleep(50);
}

/** Kills workers at a time at which each of them has a job. */
async function killWorkers(some: readonly ChildProcess[]): Promise<void> {
  for (const worker of some) worker.kill('SIGSTOP');
  // Meanwhile the other workers start more jobs.
  await sleep(200);
  for (const worker of some) worker.kill('SIGKILL');
}

test.skipIf(path === undefined)('loses nothing and counts nothing twice, whoever is killed', { timeout: 1_800_000 }, async () => {
  const alone = run(join(folder, 'bin/dra-allocator'), ['simulate', '-f', 'sweep.yaml', '-o', 'json'], {
    cwd: example,
    maxBuffer: 1 << 28,
  });
  expect(JSON.parse(await program('produce'))).toMatchObject({ waiting: SHARDS });
  const [first, second] = [startWorker(), startWorker(), startWorker(), startWorker()] as const;
  await untilCompleted(SHARDS / 4);
  // All jobs are added a second time.
  await program('produce');
  await killWorkers([first, second]);
  await untilCompleted(SHARDS / 2);
  await redis.kill();
  await sleep(1000);
  await redis.start();
  const merged = await program('merge', '-o', 'json');
  expect(merged).toBe((await alone).stdout);
  expect(await queue.getJobCounts('completed', 'failed', 'waiting', 'active')).toEqual({
    completed: SHARDS,
    failed: 0,
    waiting: 0,
    active: 0,
  });
  const jobs = await Promise.all(Array.from({ length: SHARDS }, (_, shard) => Job.fromId(queue, `shard-${shard}-of-${SHARDS}`)));
  const lost = jobs.filter((job) => (job?.stalledCounter ?? 0) > 0);
  expect(lost.length).toBeGreaterThanOrEqual(1);
});

// A skipped test says why: there is no redis-server, and only root on Debian can install it (`apt-get install redis-server`).
