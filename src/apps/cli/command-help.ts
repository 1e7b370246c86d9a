// The shape of the help of a command.

/** The help of a command, apart from its options. */
export interface CommandHelp {
  /** One sentence. */
  readonly sentence: string;
  /** Command lines without the name of the program. */
  readonly usage: readonly string[];
  /** Arguments and exit codes, in a few lines. */
  readonly notes?: string;
  /** Command lines that work, without the name of the program. */
  readonly examples: readonly string[];
  /** The documentation page of the command. */
  readonly page: string;
}
