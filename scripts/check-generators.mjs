// Fails if src/ calls a generator and does not run it. The rule is in generator-rules.mjs.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './fresh.mjs';
import { checkGenerators } from './generator-rules.mjs';

const config = join(root, 'build/generators.tsconfig.json');
mkdirSync(join(root, 'build'), { recursive: true });
// Only the sources are checked: tests would double the time.
writeFileSync(config, JSON.stringify({ extends: '../tsconfig.json', compilerOptions: { rootDir: '..' }, include: ['../src'] }));
const findings = checkGenerators(config, (file) => file.startsWith(`${join(root, 'src')}/`));
for (const { file, line, message } of findings) console.error(`${relative(root, file)}:${line}: ${message}`);
console.error(`generators: ${findings.length} problems`);
if (findings.length > 0) process.exitCode = 1;
