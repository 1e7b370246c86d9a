// Yields to the event loop without setImmediate: a posted message runs after queued tasks, without the delay of nested timers.

/** Resolves after other work on the event loop. */
export function yieldByMessage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
