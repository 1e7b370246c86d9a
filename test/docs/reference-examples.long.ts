// The examples in doc comments and on the page about browsers compile as programs of a user of the package.
// They compile against its declarations alone, with the strictest settings of TypeScript.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../scripts/fresh.mjs';
import { documented, entries, programsOf } from '../../scripts/reference-examples.mjs';

/** Within the repository, so that `dra-allocator` is the package itself, with the `exports` that users have. */
const FOLDER = join(root, 'build/reference-examples');

const SETTINGS = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM'],
  module: 'NodeNext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  noEmit: true,
};

function compile(programs: ReadonlyMap<string, string>): string {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, program] of programs) writeFileSync(join(FOLDER, `${name}.ts`), `${program}\n`);
  writeFileSync(join(FOLDER, 'tsconfig.json'), JSON.stringify({ compilerOptions: SETTINGS, include: ['*.ts'] }));
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', FOLDER], {
    encoding: 'utf8',
  });
  return stdout + stderr;
}

it('compile against the entries that users import', () => {
  const programs = entries().flatMap((entry) => {
    const all = documented(entry);
    return all.flatMap((one) =>
      programsOf(one, all).map((program, index) => [`${entry.specifier} ${one.name} ${index}`.replaceAll(/\W/g, '-'), program] as const),
    );
  });
  const [, page = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'docs/guides/run-in-the-browser.md'), 'utf8')) ?? [];
  expect(page).toContain('createAllocator');
  const wrong = ['wrong', "import { createAllocators } from 'dra-allocator';"] as const;
  expect(compile(new Map([...programs, ['in-the-browser', page], wrong]))).toBe(
    `build/reference-examples/wrong.ts(1,10): error TS2724: '"dra-allocator"' has no exported member named 'createAllocators'. Did you mean 'createAllocator'?\n`,
  );
});
