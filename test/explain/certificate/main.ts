// npm run certificates -- [--seed S] [--problems N] [--damaged N]
//
// Makes certificates of N generated unallocatable problems of seed S. For each problem it also tries certificates that the checker should
// reject: N damaged ones, and the same number for similar problems. Prints the counts. Exits with 1 if the checker was wrong, or if fewer
// than 99 of 100 problems have a certificate.

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
