// The program of the threads. Each has an engine, which answers one question at a time.

import { workerData } from 'piscina';
import { type Answer, Engine } from './engine.js';
import type { Task } from './node-answering.js';
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
