// The number of states that a regular expression makes, without compiling it: `((a{9}){9}){9}` is short and makes hundreds.

/** An escape, a class, a group's bracket, a repetition, or a character. */
const PART = /\\[pP](?:\{[^}]*\}|.)|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\(|\)|\{([0-9]+)(?:(,)([0-9]*))?\}|./gsu;

/** Returns how many states a pattern makes, at most: one for each character or class, two for a group, times the repetitions around it. */
export function stateCount(pattern: string): number {
  /** States of what is before the last part, and of the last part, for each group that is open. */
  const open: { before: number; last: number }[] = [{ before: 0, last: 0 }];
  for (const [part, least, comma, most] of pattern.matchAll(PART)) {
    const group = open.at(-1) as { before: number; last: number };
    if (part === '(') open.push({ before: 0, last: 0 });
    else if (part === ')' && open.length > 1) {
      open.pop();
      addState(open.at(-1) as { before: number; last: number }, group.before + group.last + 2);
    } else if (least === undefined) addState(group, 1);
    // Each time that may be left out has a state of its own next to; one that may come again and again, one for all.
    else group.last = group.last * (most ? Number(most) : Number(least) + 1) + (comma === undefined ? 0 : Number(most || 1));
  }
  return open.reduce((sum, { before, last }) => sum + before + last, 0);
}

function addState(group: { before: number; last: number }, states: number): void {
  group.before += group.last;
  group.last = states;
}
