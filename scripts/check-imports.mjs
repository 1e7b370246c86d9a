// Fails where imports break the layers of ARCHITECTURE.md, or a file has no tests. The rules are in import-rules.mjs and test-rules.mjs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './fresh.mjs';
import { checkImports } from './import-rules.mjs';
import { checkMocks, checkTests } from './test-rules.mjs';

const files = listFiles(['src', 'assembly']).filter((file) => /\.tsx?$/.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const tests = listFiles(['test']);
const findings = [
  ...checkImports(sources),
  ...checkTests(sources, new Set(tests)),
  ...checkMocks(tests.filter((file) => file.endsWith('.test.ts')).map((file) => [file, readFileSync(join(root, file), 'utf8')])),
];
for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
console.error(`imports and tests: ${files.length} files, ${findings.length} problems`);
if (findings.length > 0) process.exitCode = 1;
