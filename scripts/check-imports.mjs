// Fails if imports break the layers of ARCHITECTURE.md, a file has no tests, or a call spreads a list of any length into its arguments.
// Fails also if a catch can swallow the end of a call.
// The rules are in import-rules.mjs, test-rules.mjs, spread-rules.mjs and catch-rules.mjs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCatches } from './catch-rules.mjs';
import { listFiles, root } from './fresh.mjs';
import { checkImports } from './import-rules.mjs';
import { checkSpreads } from './spread-rules.mjs';
import { checkMocks, checkTests } from './test-rules.mjs';

const files = listFiles(['src', 'assembly']).filter((file) => /\.tsx?$/.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const tests = listFiles(['test']);
const examples = listFiles(['examples']).filter((file) => /\.(?:ts|mjs)$/.test(file) && !/\/(?:node_modules|dist)\//.test(file));
const findings = [
  ...checkImports(sources),
  ...[...files, ...examples]
    .filter((file) => !file.startsWith('assembly/'))
    .flatMap((file) => checkSpreads(file, readFileSync(join(root, file), 'utf8'))),
  ...[...sources].filter(([file]) => file.startsWith('src/')).flatMap(([file, text]) => checkCatches(file, text)),
  ...checkTests(sources, new Set(tests)),
  ...checkMocks(tests.filter((file) => file.endsWith('.test.ts')).map((file) => [file, readFileSync(join(root, file), 'utf8')])),
];
for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
console.error(`imports, tests, spread lists and catches: ${files.length} files, ${findings.length} problems`);
if (findings.length > 0) process.exitCode = 1;
