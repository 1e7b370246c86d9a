// Lists the allocation modes of requests.

/** The allocation modes, in the order of messages. */
export const ALLOCATION_MODES: readonly string[] = ['All', 'ExactCount'];
