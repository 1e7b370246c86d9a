// node scripts/validate-valid.mjs [--seed S] [--count N] [--default-gates] [--real]
//
// Validates N objects that are valid by construction: none may have an error. With --real it sends them to the API server of 1.37 instead,
// which must accept them all.

import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Finding, type ValidateOptions, validate } from '../../../../src/validate/index.js';
import { serverNamed } from '../answers.mjs';
import { askServer } from '../ask.mjs';
import { optionsOf } from '../compare.js';
import type { Case } from '../mutations.mjs';
import { validObject } from './objects.js';

/** The number of objects that are validated together, so that warnings about several objects are possible. */
const TOGETHER = 50;
const SHOWN = 10;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '200000' },
    'default-gates': { type: 'boolean', default: false },
    real: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const count = Number(values.count);
const server = serverNamed(values['default-gates'] ? '1.37' : '1.37-all-gates');
const allGates = server.gates === 'all';
const wrong = values.real ? await refused() : invalid(optionsOf(server));
console.log(`${count} objects of seed ${seed} for ${server.name}: ${wrong.length} are ${values.real ? 'refused' : 'found wrong'}`);
for (const text of wrong.slice(0, SHOWN)) console.log(text);
process.exitCode = wrong.length === 0 ? 0 : 1;

/** The objects in which validation finds errors. */
function invalid(options: ValidateOptions): string[] {
  const found: string[] = [];
  for (let start = 0; start < count; start += TOGETHER) {
    const objects = Array.from({ length: Math.min(TOGETHER, count - start) }, (_, index) => validObject(seed, start + index, { allGates }));
    const errors = validate(objects, options).filter(({ severity }: Finding) => severity === 'error');
    for (const { object, path, rule, message } of errors) found.push(`${object} ${path}: [${rule}] ${message}`);
  }
  return found;
}

/** The objects that the real API server rejects. */
async function refused(): Promise<string[]> {
  const cases = Array.from({ length: count }, (_, index) => caseOf(index));
  const answers = await askServer(server, cases);
  return cases
    .filter(({ id }) => answers.get(id)?.code !== 201)
    .map(({ id, text }) => `${JSON.stringify(answers.get(id))} ${text.slice(0, 2000)}`);
}

function caseOf(index: number): Case {
  const object = validObject(seed, index, { allGates });
  const { apiVersion, kind, metadata } = object as { apiVersion: string; kind: string; metadata: { namespace?: string } };
  const text = JSON.stringify(object);
  const id = createHash('sha256').update(`${index} ${text}`).digest('base64url').slice(0, 12);
  const base = { name: 'valid', object: object as never, needsGates: false, isNewestOnly: false };
  return { base, apiVersion, kind, ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }), steps: [], text, id };
}
