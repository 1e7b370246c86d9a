// The program of the worker: answers questions in order.

import { platform } from '#platform';
import { Session } from './answer/session.js';
import type { Reply, Request } from './protocol.js';

/** The used part of a worker's global object. The types of the page declare a window instead. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(message: Reply): void;
}

const scope = globalThis as unknown as WorkerScope;
const session = new Session(platform);
let last: Promise<unknown> = Promise.resolve();
// The solver compiles while texts are read.
void platform.loadSolver().catch(() => undefined);

scope.onmessage = ({ data: { id, question } }) => {
  last = last
    .catch(() => undefined)
    .then(() => session.reply(question))
    .then(
      (reply) => scope.postMessage({ id, reply }),
      (error: unknown) => scope.postMessage({ id, failed: error instanceof Error ? error.message : String(error) }),
    );
};
