// Giving way to the event loop where there is no setImmediate: a message to oneself comes after what is queued, without the
// delay that nested timers get.

/** Resolves after other work on the event loop had its turn. */
export function giveWayByMessage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
