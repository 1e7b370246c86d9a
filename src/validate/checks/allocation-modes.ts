// The ways in which a request says how many devices it is for.

/** The allocation modes, in the order of messages. */
export const ALLOCATION_MODES: readonly string[] = ['All', 'ExactCount'];
