// Options of tests that need other threads or processes.

/** One retry for a test that can lose a race on a busy machine. The long run has no retries. The end of .ci/run lists the repeated tests. */
export const RETRIED = { retry: process.env['TEST_EXTENT'] === 'long' ? 0 : 1 } as const;
