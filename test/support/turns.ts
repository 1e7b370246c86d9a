// Counts turns of the event loop.

/** Counts the turns of the event loop until a promise settles. */
export async function turnsDuring(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await promise.finally(() => {
    isOver = true;
  });
  return turns;
}
