// npm run certificates -- [--seed S] [--problems N] [--damaged N]
//
// Looks for certificates of N generated problems of seed S that cannot be allocated, and for such as the checker should reject: of each problem N damaged ones,
// and as many problems nearby. Prints what it counted; ends with 1 where the checker was wrong, or fewer than 99 of 100 problems have a certificate.

import { parseArgs } from 'node:util';
import { escalating } from '../../support/kernels.js';
import { survey } from './survey.js';

const option = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: option, problems: option, damaged: option } });
const counts = survey(Number(values.seed ?? 1), Number(values.problems ?? 2_000), Number(values.damaged ?? 3), escalating);
const { wrong, uncertified, ...numbers } = counts;
for (const one of wrong.slice(0, 10)) console.log(`wrong: ${one.slice(0, 2_000)}`);
console.log(`without a certificate: ${uncertified.slice(0, 50).join(', ')}`);
console.log({ ...numbers, wrong: wrong.length, uncertified: uncertified.length });
process.exitCode = wrong.length > 0 || counts.certified < counts.unallocatable * 0.99 ? 1 : 0;
