// Fails where imports break the layers of ARCHITECTURE.md, a file has no tests, or a call takes a list of any length as its arguments. The rules are in
// import-rules.mjs, test-rules.mjs and spread-rules.mjs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  ...checkTests(sources, new Set(tests)),
  ...checkMocks(tests.filter((file) => file.endsWith('.test.ts')).map((file) => [file, readFileSync(join(root, file), 'utf8')])),
];
for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
console.error(`imports, tests and spread lists: ${files.length} files, ${findings.length} problems`);
if (findings.length > 0) process.exitCode = 1;
