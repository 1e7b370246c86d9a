// The output formats of findings, by the names of -o.

export const FINDING_FORMATS = ['text', 'json', 'junit', 'sarif', 'github'] as const;

/** One of {@link FINDING_FORMATS}. */
export type FindingFormat = (typeof FINDING_FORMATS)[number];
