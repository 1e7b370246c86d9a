// What producer, workers and merge have in common, of the environment.

import { Redis } from 'ioredis';

const {
  REDIS_URL = 'redis://127.0.0.1:6379',
  SWEEP = 'sweep.yaml',
  SHARDS = '200',
  NAME = 'sweep',
  LOCK_MILLISECONDS = '30000',
} = process.env;

/** The file of the sweep, the same on all machines. */
export const sweep = SWEEP;

/** The number of shards, each of which is a job. */
export const shards = Number(SHARDS);
if (!Number.isSafeInteger(shards) || shards < 1) throw new Error(`SHARDS is an integer above 0, not ${SHARDS}`);

/** The queue: each sweep needs a name of its own, since jobs of the same name are there already. */
export const name = NAME;

/** A job whose worker is silent for so long is given to another one. */
export const lockMilliseconds = Number(LOCK_MILLISECONDS);

/** A connection that waits for Redis to come back, however long that takes. */
export const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
connection.on('error', ({ message }) => console.error(`redis: ${message}`));

/**
 * The name of the job of a shard. A job that is added again under the same name stays as it is.
 * @param {number} shard
 */
export const jobId = (shard) => `shard-${shard}-of-${shards}`;
