// The limits that a service sets. Every one of them is there because somebody could send what it ends.

/** What a stranger may ask for. */
export interface Settings {
  /** A body may have this many bytes. */
  readonly bodyBytes: number;
  /** Bodies above 64 KiB that are read or wait for their answers may have this many bytes together. */
  readonly bufferedBytes: number;
  /** A body may take this long to come, where the server has no limit of its own for that. */
  readonly bodyMilliseconds: number;
  /** So many questions may be under way; the next one is told to come again. */
  readonly inFlight: number;
  /** One question may take this long. A body may ask for less. */
  readonly milliseconds: number;
  /** And this many search decisions for each node, the same number on every machine. */
  readonly steps: number;
  /** Work of each evaluation of a selector, in steps of about 10 ns. */
  readonly selectorWork: number;
  /** An answer may have about this many characters. */
  readonly answerCharacters: number;
  /** Answers that clients have not read yet may have this many bytes together. */
  readonly unreadBytes: number;
  /** A client may take this long to read an answer. */
  readonly unreadMilliseconds: number;
  /** The body of `PUT /cluster` may have this many bytes. */
  readonly clusterBytes: number;
  /** The token that `PUT /cluster` asks for. Absent: there is no cluster that stays. */
  readonly clusterToken?: string | undefined;
}

export const DEFAULTS: Settings = {
  bodyBytes: 1024 * 1024,
  bufferedBytes: 64 * 1024 * 1024,
  bodyMilliseconds: 10_000,
  inFlight: 256,
  milliseconds: 1000,
  steps: 5_000_000,
  selectorWork: 1_000_000,
  answerCharacters: 8 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
  unreadMilliseconds: 10_000,
  clusterBytes: 16 * 1024 * 1024,
};
