// Asks real API servers about the mutated objects of test/cluster/validate/ and stores their answers for `npm
// test`: `node scripts/validate-answers.mjs [SERVER...] [--check]`.
// Without a name it asks all servers. With a name it asks that server, and the servers whose answers are stored as differences to it.
// With --check it stores no answers, and fails if a server's answers differ from the stored ones. It builds missing API servers.

import { parseArgs } from 'node:util';
import { answersText, isAsked, serverNamed, serversLike, storedText, writeAnswers } from '../test/cluster/validate/answers.mjs';
import { askServer } from '../test/cluster/validate/ask.mjs';
import { makeCases } from '../test/cluster/validate/mutations.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean', default: false } } });
const servers = values.check && positionals.length > 0 ? positionals.map(serverNamed) : serversLike(positionals);
const cases = makeCases();
for (const server of servers) {
  const asked = cases.filter((one) => isAsked(server, one));
  const answers = await askServer(server, asked);
  const taken = [...answers.values()].filter(({ code }) => code === 201).length;
  if (values.check && answersText(server, answers) !== storedText(server)) {
    console.log(`${server.name}: says something else than what is stored`);
    process.exitCode = 1;
  } else {
    if (!values.check) writeAnswers(server, answers);
    console.log(`${server.name}: ${asked.length} objects, ${taken} taken${values.check ? ', as is stored' : ''}`);
  }
}
