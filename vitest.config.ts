// How tests run. The report in build/ is what .ci/run counts.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/global-setup.ts',
    setupFiles: ['test/setup.ts'],
    watch: false,
    pool: 'threads',
    testTimeout: 20_000,
    reporters: ['default', ['json', { outputFile: 'build/test-report.json' }]],
  },
});
