// A worker that plays one shard after the other. If it is killed, another worker plays its shard again.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UnrecoverableError, Worker } from 'bullmq';
import { connection, lockMilliseconds, name, sweep } from './settings.mjs';

const run = promisify(execFile);

/** Exit codes of a wrong command line and of wrong input: another worker would fail too. */
const WRONG = [2, 3];

const worker = new Worker(
  name,
  async ({ data: { shard, of } }) => {
    try {
      const { stdout } = await run('dra-allocator', ['simulate', '-f', sweep, '--shard', `${shard}/${of}`], { maxBuffer: 1 << 30 });
      return JSON.parse(stdout);
    } catch (error) {
      const { code, stderr } = /** @type {{ code?: number, stderr?: string }} */ (error);
      if (code !== undefined && WRONG.includes(code)) throw new UnrecoverableError(stderr);
      throw error;
    }
  },
  // A lost shard is no failure, however often: the worker failed.
  { connection, lockDuration: lockMilliseconds, stalledInterval: lockMilliseconds, maxStalledCount: 1000 },
);
worker.on('completed', ({ data: { shard } }) => console.log(`completed ${shard}`));
worker.on('failed', (job, error) => console.error(`shard ${job?.data.shard}: ${error.message}`));
worker.on('error', ({ message }) => console.error(message));

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await worker.close();
    connection.disconnect();
  });
