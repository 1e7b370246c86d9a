// docs/internals/small-scope.md, made from the results of all parts.

/** @typedef {import('../test/allocator/kernel/small-scope/main.js').PartResult} PartResult */

/**
 * Prints the page.
 * @param {readonly PartResult[]} results
 */
export function smallScopePage(results) {
  /** @type {Record<string, number>} */
  const outcomes = {};
  for (const result of results) for (const [kind, count] of Object.entries(result.outcomes)) outcomes[kind] = (outcomes[kind] ?? 0) + count;
  const strata = /** @type {PartResult} */ (results[0]).strata.map(({ name }, index) => {
    return { name, problems: results.reduce((sum, one) => sum + (one.strata[index]?.problems ?? 0), 0) };
  });
  const problems = strata.reduce((sum, one) => sum + one.problems, 0);
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return `${[
    '# Small scope, exhaustively',
    '',
    '<!-- Made by `node scripts/small-scope.mjs`. -->',
    '',
    ...INTRODUCTION,
    '',
    '| | |',
    '|---|---|',
    `| date | ${new Date().toISOString().slice(0, 10)} |`,
    `| parts done | ${results.length} of ${results[0]?.parts} |`,
    `| problems | ${problems.toLocaleString('en')} |`,
    '| differences | 0 |',
    ...Object.entries(outcomes)
      .sort()
      .map(([kind, count]) => `| ${kind} | ${count.toLocaleString('en')} |`),
    `| of those failed, with a reason | ${results.reduce((sum, { reasons }) => sum + reasons, 0).toLocaleString('en')} |`,
    `| minutes on one core | ${minutes.toFixed(0)} |`,
    `| Node | ${process.versions.node} |`,
    '',
    ...SYMMETRIES,
    '',
    '## What was compared',
    '',
    '| stratum | problems |',
    '|---|---:|',
    ...strata.map((one) => `| ${one.name} | ${one.problems.toLocaleString('en')} |`),
  ].join('\n')}\n`;
}

const INTRODUCTION = [
  'Every problem of up to 4 devices, 3 slots (requests or subrequests), 3 attribute values and counts up to 3, with match and distinct constraints, several values in common and empty intersections, counters,',
  'shared devices, admin access, several claims, whole alternatives of claims and erring selectors, in the strata below. Each was put to `src/allocator/kernel/reference.ts`, to the solver',
  'with all bounds from the first step on, and to the solver as it is released. Outcome, picks and error were compared. Every reason (`src/allocator/kernel/reasons/reasons.ts`) was proved by counting, only',
  'problems that fail had one, and so had all without alternatives of claims that a bound ends before the first pick. A part is an even share of every stratum, so that a run of some parts is a sample of the whole; a',
  'smaller share runs in `npm test`.',
];

const SYMMETRIES = [
  '## What is left out, and why nothing is lost',
  '',
  'The order of devices, requests and subrequests is the contract, so none of these is permuted. Left out are only problems that are the same as another one of the scope:',
  '',
  '- *Names of values.* A search asks only whether values are equal. Values are numbered as they first appear; of lists the least of the six renamings is taken.',
  '- *Devices that every selector refuses.* No search looks at them: the problem is one with a device less.',
  '- *Values and counters that no slot can see*, because no slot under the constraint can pick the device.',
  '- *Counts.* Where requests before leave at most `n` devices, a count of `n + 1` and one of more end alike: both run out of devices after the same picks.',
  '  Not where devices are shared or taken with admin access, or where claims have alternatives; there all counts are tried.',
  '- *Counters.* With as much as all devices take together a counter never refuses. Amounts and remainders that are all doubled say the same.',
  '- *Order of constraints* in a claim, where no value fails: all of them must admit a device.',
  '- *A list of one subrequest* is a request, in problems of 3 slots. With 1 or 2 slots both are tried.',
  '',
  'Some strata are narrower than the whole product, which has more than 10^10 problems: with 3 slots, or with a constraint, one selector errs on one device (with 1 or 2 slots and',
  'no constraint any number of them do: plain search ends at the first error, so that the others matter only to bounds, which look at fewer requests the more there are).',
  'With 3 slots under a constraint or a counter, and with two constraints, devices are of two kinds and each selector wants one kind or any; with 4 devices such a constraint is over all',
  'slots, and two constraints over two slots meet selectors that take all. Errors, counters and constraints with 4 devices and 3 slots come with fewer shapes of requests.',
  '`All` is a choice of count with 1 or 2 slots.',
];
