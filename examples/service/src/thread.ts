// The program of the threads. Each has an engine, which answers one question at a time.

import { workerData } from 'piscina';
import { type Answer, Engine } from './engine.js';
import type { ClusterBody, ReadCluster, Task } from './node-answering.js';
import { portionsOf } from './portions.js';
import { bodyProblem, problemOf } from './problem.js';
import type { Settings } from './settings.js';

/** Milliseconds between checks that the client still waits. */
const LOOK = 20;

const engine = new Engine({ limits: workerData as Settings, givesWay: true });
let version = 0;

/** Answers a question. */
export default async function answer({ asked, began, gone, cluster }: Task): Promise<Answer> {
  began[0] = Date.now();
  if (cluster !== undefined && cluster.version !== version) {
    await engine.replaceCluster(cluster.asked);
    version = cluster.version;
  }
  const waits = new AbortController();
  const timer = setInterval(() => {
    if (gone[0] !== 0) waits.abort();
  }, LOOK);
  try {
    return await engine.answer(asked, { signal: waits.signal });
  } finally {
    clearInterval(timer);
  }
}

/** Reads and checks the body of a `PUT /cluster`. */
export async function readCluster({ version: read, asked }: ClusterBody): Promise<ReadCluster> {
  try {
    const objects = await engine.readCluster(asked);
    version = read;
    const portions = portionsOf(objects);
    if (portions === undefined) throw bodyProblem('object-too-large', 'an object has more than 2 MiB', 'objects');
    return { ...portions, objects: objects.length };
  } catch (error) {
    const { status, code, message, findings, place } = problemOf(error);
    return { problem: { status, code, message, findings, place } };
  }
}
