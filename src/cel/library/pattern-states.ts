// Counts the states of a regular expression without compiling it, because `((a{9}){9}){9}` is short and has hundreds.

/** An escape, a class, a group's parenthesis, a repetition, or a character. */
const PART = /\\[pP](?:\{[^}]*\}|.)|\\.|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\(|\)|\{([0-9]+)(?:(,)([0-9]*))?\}|./gsu;

/** Returns the maximum number of states of a pattern: one per character or class, two per group, times the repetitions around them. */
export function stateCount(pattern: string): number {
  /** For each open group, the states before the last part and the states of the last part. */
  const open: { before: number; last: number }[] = [{ before: 0, last: 0 }];
  for (const [part, least, comma, most] of pattern.matchAll(PART)) {
    const group = open.at(-1) as { before: number; last: number };
    if (part === '(') open.push({ before: 0, last: 0 });
    else if (part === ')' && open.length > 1) {
      open.pop();
      addState(open.at(-1) as { before: number; last: number }, group.before + group.last + 2);
    } else if (least === undefined) addState(group, 1);
    // Each optional repetition adds a state. An unlimited repetition adds one state in total.
    else group.last = group.last * (most ? Number(most) : Number(least) + 1) + (comma === undefined ? 0 : Number(most || 1));
  }
  return open.reduce((sum, { before, last }) => sum + before + last, 0);
}

function addState(group: { before: number; last: number }, states: number): void {
  group.before += group.last;
  group.last = states;
}
