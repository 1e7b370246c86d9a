// Runs programs that make calls. A program is written once, and runs in one go or yields to the event loop.

/** A call in both forms. */
interface Call {
  readonly inOneGo: () => unknown;
  readonly inTurns: () => Promise<unknown>;
}

/** A program that makes calls, and has a result. */
export type Program<T> = Generator<Call, T, unknown>;

/** Returns a program that makes no calls. */
// biome-ignore lint/correctness/useYield: it has its result at once
export function* done<T>(result: T): Program<T> {
  return result;
}

/** Runs a program in one go. An error of a call is thrown where the program made the call, and the program may handle it. */
export function runInOneGo<T>(program: Program<T>): T {
  let step = program.next();
  while (step.done !== true) {
    let answer: unknown;
    try {
      answer = step.value.inOneGo();
    } catch (error) {
      step = program.throw(error);
      continue;
    }
    step = program.next(answer);
  }
  return step.value;
}

/** Runs a program and yields to the event loop. Errors are as with {@link runInOneGo}. */
export async function runInTurns<T>(program: Program<T>): Promise<T> {
  let step = program.next();
  while (step.done !== true) {
    let answer: unknown;
    try {
      answer = await step.value.inTurns();
    } catch (error) {
      step = program.throw(error);
      continue;
    }
    step = program.next(answer);
  }
  return step.value;
}
