// How tests run. The report in build/ is what .ci/run counts.

import { defineConfig } from 'vitest/config';

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
    // Only what never ends is to fail: a busy machine takes long for what takes seconds else.
    testTimeout: 240_000,
    // A test that waits for threads, servers or a browser can lose a race on a busy machine. What is run again is named at the end of .ci/run.
    retry: 1,
    reporters: ['default', ['json', { outputFile: 'build/test-report.json' }]],
    projects: [
      // Modules are read once a thread, which is a third of the time. Tests that mock a module are `long`: they need modules of their own.
      { extends: true, test: { name: 'tests', include: ['test/**/*.test.ts'], isolate: false } },
      // Tests that take more than some seconds, or mock modules: `npm run test:long`.
      { extends: true, test: { name: 'long', include: ['test/**/*.long.ts'], testTimeout: 600_000 } },
    ],
  },
});
