// The part of `AbortSignal` that calls use. Some programs do not have the type of the whole interface.

/** An `AbortSignal` without the members that calls do not use: it cancels the call that receives it. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
