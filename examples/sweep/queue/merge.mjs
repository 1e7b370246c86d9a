// Waits for all shards and merges them. Arguments of this program are options of `dra-allocator merge`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Job, Queue } from 'bullmq';
import { connection, jobId, name, shards } from './settings.mjs';

const queue = new Queue(name, { connection });
const merge = spawn('dra-allocator', ['merge', '-f', '-', ...process.argv.slice(2)], { stdio: ['pipe', 'inherit', 'inherit'] });
const ended = once(merge, 'exit');

for (let shard = 0; shard < shards; shard++) {
  const job = await completed(jobId(shard));
  // A shard that failed for good is missing then, and the command names it.
  if (job !== undefined && !merge.stdin.write(`${JSON.stringify(job.returnvalue)}\n`)) await once(merge.stdin, 'drain');
}
merge.stdin.end();
const [code] = await ended;
await queue.close();
connection.disconnect();
process.exitCode = code ?? 1;

/**
 * Returns a job once it is completed; undefined if it never will be. It polls the queue, because events are lost when Redis restarts.
 * @param {string} id
 */
async function completed(id) {
  for (;;) {
    // The state is read first: a job that is read before it completes has no result yet.
    const state = await queue.getJobState(id);
    if (state === 'completed') return Job.fromId(queue, id);
    if (state === 'failed' || state === 'unknown') return undefined;
    await sleep(500);
  }
}
