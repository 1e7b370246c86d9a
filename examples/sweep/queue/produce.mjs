// Adds a job for each shard of the sweep. A second run adds only missing jobs.

import { Queue } from 'bullmq';
import { connection, jobId, name, shards } from './settings.mjs';

const queue = new Queue(name, { connection });
await queue.addBulk(
  Array.from({ length: shards }, (_, shard) => ({
    name: 'shard',
    data: { shard, of: shards },
    // Results stay until they are merged.
    opts: { jobId: jobId(shard), attempts: 5, backoff: { type: 'exponential', delay: 1000 }, removeOnComplete: false, removeOnFail: false },
  })),
);
console.log(JSON.stringify(await queue.getJobCounts()));
await queue.close();
connection.disconnect();
