// Asks real API servers about the mutated objects of test/cluster/validate/ and stores what they say, for `npm test`:
// `node scripts/validate-answers.mjs [SERVER...]`, of all servers without a name. Builds API servers that are not there yet.

import { KUBERNETES_VERSION, provide, REFERENCE } from '../test/cluster/real/build.mjs';
import { ControlPlane } from '../test/cluster/real/control-plane.mjs';
import { isAsked, SERVERS, serverNamed, writeAnswers } from '../test/cluster/validate/answers.mjs';
import { judgeAll, PANIC, prepare } from '../test/cluster/validate/judge.mjs';
import { makeCases } from '../test/cluster/validate/mutations.mjs';

/** @typedef {import('../test/cluster/validate/answers.mjs').Server} Server */

const names = process.argv.slice(2);
const servers = names.length === 0 ? SERVERS : names.map(serverNamed);
const cases = makeCases();
for (const server of servers) await record(server);

/** @param {Server} server */
async function record(server) {
  const { name, version, gates } = server;
  const build = version === KUBERNETES_VERSION ? REFERENCE : { version, components: ['kube-apiserver'] };
  if (!provide(build)) {
    process.exitCode = 1;
    return;
  }
  const plane = new ControlPlane(gates, { version, apiServerOnly: true });
  const interrupted = () => plane.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await plane.start();
    await prepare(plane.api);
    const answers = await judgeAll(
      plane.api,
      cases.filter((one) => isAsked(server, one)),
    );
    const unfit = [...answers].filter(([, { code }]) => ![0, 201, 400, 422, PANIC].includes(code));
    if (unfit.length > 0) throw new Error(`${unfit.length} answers are not about the object, such as ${JSON.stringify(unfit[0])}`);
    writeAnswers(server, answers);
    console.log(`${name}: ${answers.size} objects, ${[...answers.values()].filter(({ code }) => code === 201).length} taken`);
  } finally {
    await plane.stop();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}
