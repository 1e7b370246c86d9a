// The limits of a service. Each limit ends something that a stranger could send.

/** The limits for a stranger's requests. */
export interface Settings {
  /** The most bytes of a body. */
  readonly bodyBytes: number;
  /** The most bytes of all bodies above 64 KiB that are being read or answered. */
  readonly bufferedBytes: number;
  /** The most milliseconds until a body is complete, for servers without such a limit. */
  readonly bodyMilliseconds: number;
  /** The most questions in flight. The client of one more must try again. */
  readonly inFlight: number;
  /** The most milliseconds of a question. A body may set fewer. */
  readonly milliseconds: number;
  /** The most search decisions of a question for each node, equal on every machine. */
  readonly steps: number;
  /** The most work of each evaluation of a selector, in steps of about 10 ns. */
  readonly selectorWork: number;
  /** The approximate limit for the characters of an answer. */
  readonly answerCharacters: number;
  /** The most bytes of all answers that clients have not read yet. */
  readonly unreadBytes: number;
  /** The most milliseconds in which a client must read an answer. */
  readonly unreadMilliseconds: number;
  /** The most bytes of the body of `PUT /cluster`. */
  readonly clusterBytes: number;
  /** The token that `PUT /cluster` requires. Absent: the service has no resident cluster. */
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
