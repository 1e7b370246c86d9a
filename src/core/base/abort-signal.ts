// The part of `AbortSignal` that calls use: not every program that uses the library has types of the whole.

/** An `AbortSignal`, as far as it is used: it calls off what it is given to. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
