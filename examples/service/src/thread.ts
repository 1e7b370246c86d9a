// The program of the threads: an engine each, which answers one question at a time.

import { workerData } from 'piscina';
import { type Answer, Engine } from './engine.js';
import type { Task } from './node-answering.js';
import type { Settings } from './settings.js';

const engine = new Engine({ limits: workerData as Settings });
let version = 0;

/** Answers a question. */
export default async function answer({ asked, began, cluster }: Task): Promise<Answer> {
  began[0] = Date.now();
  if (cluster !== undefined && cluster.version !== version) {
    await engine.replaceCluster(cluster.asked);
    version = cluster.version;
  }
  return engine.answer(asked);
}
