// Generates docs/internals/small-scope.md and bench/results/small-scope.md from the results of all parts.

/** @typedef {import('../test/allocator/kernel/small-scope/main.js').PartResult} PartResult */

/**
 * Counts the problems of each stratum.
 * @param {readonly PartResult[]} results
 */
function strataOf(results) {
  return /** @type {PartResult} */ (results[0]).strata.map(({ name }, index) => {
    return { name, problems: results.reduce((sum, one) => sum + (one.strata[index]?.problems ?? 0), 0) };
  });
}

/**
 * Formats the page.
 * @param {readonly PartResult[]} results
 */
export function smallScopePage(results) {
  /** @type {Record<string, number>} */
  const outcomes = {};
  for (const result of results) for (const [kind, count] of Object.entries(result.outcomes)) outcomes[kind] = (outcomes[kind] ?? 0) + count;
  const problems = strataOf(results).reduce((sum, one) => sum + one.problems, 0);
  const minutes = results.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return `${[
    '# Small scope',
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
    `| failed, with a reason | ${results.reduce((sum, { reasons }) => sum + reasons, 0).toLocaleString('en')} |`,
    `| minutes on one core | ${minutes.toFixed(0)} |`,
    `| Node | ${process.versions.node} |`,
    '',
    ...SYMMETRIES,
  ].join('\n')}\n`;
}

/**
 * Formats the measurement log: the problems of each stratum.
 * @param {readonly PartResult[]} results
 */
export function smallScopeLog(results) {
  return `${[
    '# Strata of the small scope',
    '',
    'For maintainers of the solver.',
    '[Small scope](../../docs/internals/small-scope.md) describes the scope. `node scripts/small-scope.mjs` writes both pages.',
    '',
    '| stratum | problems |',
    '|---|---:|',
    ...strataOf(results).map((one) => `| ${one.name} | ${one.problems.toLocaleString('en')} |`),
  ].join('\n')}\n`;
}

const INTRODUCTION = [
  'For maintainers of the solver, as evidence that its bounds do not change answers.',
  '',
  'Three searches solve every problem of a small scope:',
  '`src/allocator/kernel/reference.ts`, the solver with all bounds from the first step,',
  'and the solver as released. Outcome, devices and error must be equal.',
  'Every reason (`src/allocator/kernel/reasons/reasons.ts`) is verified by counting.',
  'Only problems without a solution may have a reason.',
  'Every problem that a bound ends before the first selection must have a reason, except claims with alternatives.',
  '',
  'The scope has up to 4 devices, 3 slots (requests or subrequests), 3 attribute values, and counts up to 3.',
  'It combines these features:',
  '',
  '- match and distinct constraints, several common values, empty intersections;',
  '- counters, shared devices, admin access;',
  '- several claims, whole alternatives, selectors with errors.',
  '',
  '`node scripts/small-scope.mjs` runs all parts, and writes this page. `npm test` runs a sample.',
  '`bench/results/small-scope.md` has the number of problems in each stratum.',
];

const SYMMETRIES = [
  '## Excluded problems',
  '',
  'The order of devices, requests and subrequests is part of the contract, so no order is skipped.',
  'Only problems that are equivalent to another one in the scope are skipped:',
  '',
  '- *Names of values.* A search only checks whether values are equal.',
  '  Values are numbered by first appearance. For lists, only the smallest of the six renamings is tried.',
  '- *Devices that no selector matches.* The problem equals one without the device.',
  '- *Values and counters that no slot can see*, because no slot under the constraint can select the device.',
  '- *Counts.* If earlier requests leave at most `n` devices, all counts above `n` have the same result.',
  '  This does not hold for shared devices, admin access, or claims with alternatives; for these, all counts are tried.',
  '- *Counters.* A counter that suffices for all devices never excludes a device.',
  '  Doubled amounts with doubled remainders are equivalent.',
  '- *Order of constraints* in a claim without errors: all of them must admit a device.',
  '- *A list of one subrequest* equals a request, in problems of 3 slots. With 1 or 2 slots both are tried.',
  '',
  'The full product has more than 10^10 problems, so some strata are narrower:',
  '',
  '- With 3 slots, or with a constraint, one selector has an error on one device. Plain search ends at the first error.',
  '- With 3 slots under a constraint or counter, and with two constraints, devices are of two kinds, and each selector matches one kind or all.',
  '- With 4 devices, such a constraint covers all slots.',
  '  Two constraints over two slots have selectors that match all devices.',
  '- Errors, counters and constraints with 4 devices and 3 slots use fewer shapes of requests.',
  '- `All` is tried with 1 or 2 slots.',
];
