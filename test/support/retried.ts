// Options of tests that need other threads or processes.

/** One more try for a test that can lose a race on a busy machine. The long run gives none. What is run again is named at the end of .ci/run. */
export const RETRIED = { retry: process.env['TEST_EXTENT'] === 'long' ? 0 : 1 } as const;
