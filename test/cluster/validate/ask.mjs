// Starts a real API server, sends it cases, and ends it.

import { KUBERNETES_VERSION, provide, REFERENCE } from '../real/build.mjs';
import { ControlPlane } from '../real/control-plane.mjs';
import { judgeAll, PANIC, prepare } from './judge.mjs';

/** @typedef {import('./answers.mjs').Server} Server */
/** @typedef {import('./judge.mjs').Answer} Answer */
/** @typedef {import('./mutations.mjs').Case} Case */

/** The expected codes: kind not served, accepted, not decoded, not valid, no answer. */
const CODES = [0, 201, 400, 422, PANIC];

/**
 * Asks a server about cases, and builds it first if needed. Throws if it cannot be built, and for answers that are not about the object.
 * @param {Server} server
 * @param {readonly Case[]} cases
 * @returns {Promise<Map<string, Answer>>}
 */
export async function askServer({ version, gates }, cases) {
  const build = version === KUBERNETES_VERSION ? REFERENCE : { version, components: ['kube-apiserver'] };
  if (!provide(build)) throw new Error(`there is no API server of ${version}`);
  const plane = new ControlPlane(gates, { version, apiServerOnly: true });
  const interrupted = () => plane.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await plane.start();
    await prepare(plane.api);
    const answers = await judgeAll(plane.api, cases);
    const unfit = [...answers].filter(([, { code }]) => !CODES.includes(code));
    if (unfit.length > 0) throw new Error(`${unfit.length} answers are not about the object, such as ${JSON.stringify(unfit[0])}`);
    return answers;
  } finally {
    await plane.stop();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
