// How tests run. The report in build/ is what .ci/run counts.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: 'test/global-setup.ts',
    setupFiles: ['test/setup.ts'],
    watch: false,
    pool: 'threads',
    // Two threads on two cores: half the time, while what a test waits for may take twice as long.
    maxWorkers: '100%',
    testTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'build/test-report.json' }]],
    projects: [
      { extends: true, test: { name: 'tests', include: ['test/**/*.test.ts'] } },
      // Tests that take more than half a minute: `npm run test:long`.
      { extends: true, test: { name: 'long', include: ['test/**/*.long.ts'] } },
    ],
  },
});
