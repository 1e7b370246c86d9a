// How tests run. The report in build/ is what .ci/run counts.

import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Tests with fewer cases in `npm test` than in the long run. */
const sampled = readdirSync(`${import.meta.dirname}/test`, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && readFileSync(`${import.meta.dirname}/test/${file}`, 'utf8').includes('support/extent.js'))
  .map((file) => `test/${file}`);

export default defineConfig({
  resolve: {
    // The services under examples/, and examples in doc comments, use the package as others do.
    alias: [
      { find: /^dra-allocator$/, replacement: `${import.meta.dirname}/src/index.ts` },
      { find: /^dra-allocator\/bench$/, replacement: `${import.meta.dirname}/src/harness/index.ts` },
      { find: /^dra-allocator\/check$/, replacement: `${import.meta.dirname}/src/explain/check/check.ts` },
      { find: /^dra-allocator\/pods$/, replacement: `${import.meta.dirname}/src/library/pods/index.ts` },
      { find: /^dra-allocator\/read$/, replacement: `${import.meta.dirname}/src/core/read/index.ts` },
      { find: /^dra-allocator\/simulate$/, replacement: `${import.meta.dirname}/src/planning/index.ts` },
      { find: /^dra-allocator\/(\w+)$/, replacement: `${import.meta.dirname}/src/$1/index.ts` },
    ],
  },
  test: {
    globalSetup: 'test/global-setup.ts',
    setupFiles: ['test/setup.ts'],
    watch: false,
    pool: 'threads',
    // Two threads on two cores: half the time, while what a test waits for may take twice as long.
    maxWorkers: '100%',
    // Allows for a busy machine: tests take seconds. Nothing is run again, except tests with `RETRIED`.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'build/test-report.json' }]],
    projects: [
      // Modules are read once a thread, which is a third of the time. Tests that mock a module are `long`: they need modules of their own.
      { extends: true, test: { name: 'tests', include: ['test/**/*.test.ts'], isolate: false } },
      // Tests that take more than some seconds, or mock modules, and those with all of their cases: `npm run test:long`.
      {
        extends: true,
        test: { name: 'long', include: ['test/**/*.long.ts', ...sampled], testTimeout: 600_000, env: { TEST_EXTENT: 'long' } },
      },
    ],
  },
});
