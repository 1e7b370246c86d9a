// Fails where imports break the layers of ARCHITECTURE.md. The rules are in import-rules.mjs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './fresh.mjs';
import { checkImports } from './import-rules.mjs';

const files = listFiles(['src', 'assembly']).filter((file) => file.endsWith('.ts'));
const findings = checkImports(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
console.error(`imports: ${files.length} files, ${findings.length} problems`);
if (findings.length > 0) process.exitCode = 1;
