// The formats in which findings are printed, by the names of -o.

/** The formats of findings. */
export const FINDING_FORMATS = ['text', 'json', 'junit', 'sarif', 'github'] as const;

/** One of {@link FINDING_FORMATS}. */
export type FindingFormat = (typeof FINDING_FORMATS)[number];
