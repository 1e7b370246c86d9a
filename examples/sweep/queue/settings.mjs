// Settings that producer, workers and merge share, from the environment.

import { Redis } from 'ioredis';

const {
  REDIS_URL = 'redis://127.0.0.1:6379',
  SWEEP = 'sweep.yaml',
  SHARDS = '200',
  NAME = 'sweep',
  LOCK_MILLISECONDS = '30000',
} = process.env;

/** The file of the sweep, equal on all machines. */
export const sweep = SWEEP;

/** The number of shards, each of which is a job. */
export const shards = Number(SHARDS);
if (!Number.isSafeInteger(shards) || shards < 1) throw new Error(`SHARDS is an integer above 0, not ${SHARDS}`);

/** The queue. Each sweep needs another name, because jobs of an earlier sweep stay under the old one. */
export const name = NAME;

/** Milliseconds after which the job of a silent worker goes to another one. */
export const lockMilliseconds = Number(LOCK_MILLISECONDS);

/** A connection that retries until Redis is back, for any time. */
export const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });
connection.on('error', ({ message }) => console.error(`redis: ${message}`));

/**
 * Returns the name of a shard's job. Adding a job under an existing name changes nothing.
 * @param {number} shard
 */
export const jobId = (shard) => `shard-${shard}-of-${shards}`;
