// Generates docs/internals/hard-problems.md and bench/results/hard-problems.md from a measurement.

/** @typedef {import('../test/allocator/kernel/hard/ablation.js').AblationRow} AblationRow */
/** @typedef {import('../test/allocator/kernel/hard/measure.js').Measured} Measured */
/** @typedef {import('../test/allocator/kernel/hard/measure.js').Measurement} Measurement */
/** @typedef {import('../test/allocator/kernel/hard/measure.js').MixedMeasured} MixedMeasured */

const IN_TIME = 10;
/** The step at which searches without a bound are stopped (test/allocator/kernel/hard/ablation.ts). */
const ABLATION_STEPS = 20_000;
const SLOWEST = 15;
const SLOWEST_SLICES = 5;
/** The longest slice, in milliseconds. */
const MOST_SLICE = 1;
/** The most steps of a search that ends at the first bounds, which start after 256 steps. */
const AT_ONCE = 260;

/** @param {Measured} one */
const isInTime = ({ answer, milliseconds }) => answer !== 'step-limit' && milliseconds <= IN_TIME;

/**
 * Formats the page.
 * @param {Measurement} measurement
 */
export function hardProblemsPage({ problems, families, mixed }) {
  const kinds = [...new Set(problems.map(({ kind }) => kind))];
  const done = problems.filter(isInTime);
  return `${[
    '# Hard problems',
    '',
    'For maintainers of the solver, and for users who choose limits.',
    '',
    'Allocation contains set packing, so no search is fast on all inputs.',
    'This page measures how far the bounds of the solver (`docs/internals/solver.md`) reach.',
    'Bounds start after 256 steps, as released. Times are processor times, the least of 12 warm runs.',
    `Measured on Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. To measure again, run \`node scripts/hard-problems.mjs\`.`,
    '`bench/results/hard-problems.md` has the slowest problems, the longest slices, the reasons, and the effect of each bound.',
    '',
    '## Random problems',
    '',
    `Problems of ${kinds.length} kinds (\`test/support/random-hard.ts\`), with and without a solution. One in four has a selector with an error.`,
    'Each was grown until plain search needs more than 10,000,000 steps, up to 31 devices.',
    '`test/allocator/kernel/hard/problems.json` has their seeds and sizes.',
    '',
    `**${done.length} of ${problems.length} end within ${IN_TIME} ms: ${((done.length / problems.length) * 100).toFixed(1)} of 100.**`,
    '',
    '| kind | within 10 ms | of | median ms | most steps |',
    '|---|---:|---:|---:|---:|',
    ...kinds.map((kind) =>
      rowOf(
        kind,
        problems.filter((one) => one.kind === kind),
      ),
    ),
    '',
    ...needed(problems),
    ...mixedProblems(mixed),
    '## Hard families',
    '',
    `The ${families.length} problems of \`test/support/families.ts\` and \`mode-families.ts\` have up to 32 selections and 128 devices.`,
    'Each runs with and without a solution, in both orders of requests, and with a device on which the last request has an error.',
    `${families.filter(isInTime).length} of ${families.length} end within ${IN_TIME} ms.`,
    'A test checks the answers, and that no problem needs more than 1,500 steps.',
    '',
    ...slices([...problems, ...families]),
  ].join('\n')}\n`;
}

/**
 * Formats the measurement log.
 * @param {Measurement} measurement
 */
export function hardProblemsLog({ problems, families, ablation }) {
  const slow = problems.filter((one) => !isInTime(one)).sort((left, right) => right.milliseconds - left.milliseconds);
  const slowest = [...families].sort((left, right) => right.milliseconds - left.milliseconds).slice(0, SLOWEST);
  return `${[
    '# Measurements of hard problems',
    '',
    'For maintainers of the solver.',
    '[Hard problems](../../docs/internals/hard-problems.md) describes the problems. `node scripts/hard-problems.mjs` writes both pages.',
    '',
    ...slowTable(slow),
    '## The slowest families',
    '',
    '| family | answer | steps | ms |',
    '|---|---|---:|---:|',
    ...slowest.map(({ name, answer, steps, milliseconds }) => `| ${name} | ${answer} | ${steps} | ${milliseconds.toFixed(1)} |`),
    '',
    ...sliceTable([...problems, ...families]),
    ...reasons(problems, families),
    ...ablationTable(ablation),
  ].join('\n')}\n`;
}

/**
 * @param {string} kind
 * @param {readonly Measured[]} own
 */
function rowOf(kind, own) {
  const times = own.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  const median = /** @type {number} */ (times[Math.floor(times.length / 2)]);
  const steps = Math.max(...own.map((one) => one.steps));
  return `| ${kind} | ${own.filter(isInTime).length} | ${own.length} | ${median.toFixed(1)} | ${steps.toLocaleString('en')} |`;
}

/** @param {readonly Measured[]} slow */
function slowTable(slow) {
  if (slow.length === 0) return [];
  return [
    '## Slower than 10 ms',
    '',
    '| kind | seed | size | answer | steps | ms |',
    '|---|---:|---:|---|---:|---:|',
    ...slow.map(({ kind, seed, answer, steps, milliseconds }) => {
      return `| ${kind} | ${seed?.seed} | ${seed?.size} | ${answer} | ${steps.toLocaleString('en')} | ${milliseconds.toFixed(0)} |`;
    }),
    '',
  ];
}

/**
 * Formats the results of the problems that remain.
 * @param {readonly Measured[]} problems
 */
function needed(problems) {
  const atOnce = problems.filter(({ steps }) => steps <= AT_ONCE).length;
  return [
    `${atOnce} problems end within ${AT_ONCE} steps: the bounds refute the rest of the search as soon as they start.`,
    '',
    '### Why some are slow',
    '',
    '`test/allocator/kernel/hard/slowest.json` has the reason for each. A test fails if one of them becomes fast.',
    '',
    '- Several values in common: packing of constraints uses one value of each.',
    '  If several such constraints compete for devices, only the search decides.',
    '- If most devices have most of the values, each bound check searches for a long time without a result.',
    '',
  ];
}

/**
 * Formats the results of problems that mix everything.
 * @param {readonly MixedMeasured[]} mixed
 */
function mixedProblems(mixed) {
  const count = mixed.reduce((sum, own) => sum + own.count, 0);
  const slow = mixed.flatMap((own) => own.slow);
  const [longest] = [...slow].sort((left, right) => right.milliseconds - left.milliseconds);
  /** @param {MixedMeasured['slow']} own */
  const undone = (own) => own.filter(({ answer }) => answer === 'step-limit').length;
  return [
    '## Mixed problems',
    '',
    'Problems that mix all features (`test/support/random-mixed.ts`): shared devices, counters, match and distinct constraints, lists,',
    'prioritized lists, requests for all devices, admin access, several claims. One in four has an error.',
    'Seven in eight mix these equally. The others emphasize one feature that is slow in plain search.',
    'Some have several values in common, empty intersections and whole alternatives.',
    `${count.toLocaleString('en')} problems ran with a limit of 200,000 steps. Times are the least of up to 4 runs.`,
    '',
    `**${(count - slow.length).toLocaleString('en')} end within ${IN_TIME} ms: ${(((count - slow.length) / count) * 100).toFixed(2)} of 100.**`,
    '',
    '| kind | problems | slower than 10 ms | per 1,000 | more than 200,000 steps |',
    '|---|---:|---:|---:|---:|',
    ...mixed.map(({ kind, count: all, slow: own }) => {
      return `| ${kind} | ${all.toLocaleString('en')} | ${own.length} | ${((own.length / all) * 1000).toFixed(1)} | ${undone(own)} |`;
    }),
    '',
    ...(longest === undefined ? [] : [`The longest took ${longest.milliseconds.toFixed(0)} ms. In a service, set a limit.`, '']),
  ];
}

/**
 * Formats how long asynchronous calls block the event loop.
 * @param {readonly Measured[]} all
 */
function slices(all) {
  const sorted = bySlice(all);
  const above = sorted.filter(({ longestSlice }) => longestSlice > MOST_SLICE).length;
  const half = /** @type {Measured} */ (sorted[Math.floor(sorted.length / 2)]);
  return [
    '## Slices',
    '',
    `Asynchronous calls search in slices of at most ${MOST_SLICE} ms. A slice ends after the current bound check, and retracts the assumptions of a probe.`,
    `Over these ${all.length} problems, the median of the longest slice is ${half.longestSlice.toFixed(2)} ms, with garbage collection, the least of 3 runs.`,
    `The longest is ${/** @type {Measured} */ (sorted[0]).longestSlice.toFixed(2)} ms; ${above} exceeded ${MOST_SLICE} ms.`,
  ];
}

/** @param {readonly Measured[]} all */
function sliceTable(all) {
  return [
    '## The longest slices',
    '',
    '| problem | longest slice, ms |',
    '|---|---:|',
    ...bySlice(all)
      .slice(0, SLOWEST_SLICES)
      .map(({ name, longestSlice }) => `| ${name} | ${longestSlice.toFixed(2)} |`),
    '',
  ];
}

/** @param {readonly Measured[]} all */
function bySlice(all) {
  return [...all].sort((left, right) => right.longestSlice - left.longestSlice);
}

/**
 * Formats the number of problems without a solution that have a reason.
 * @param {readonly Measured[]} problems
 * @param {readonly Measured[]} families
 */
function reasons(problems, families) {
  const [failed, failedFamilies] = [problems, families].map((all) => all.filter(({ answer }) => answer === 'failed'));
  /** @param {readonly Measured[] | undefined} all */
  const given = (all) => `${all?.filter(({ reason }) => reason !== undefined).length} of ${all?.length}`;
  const kinds = [...new Set([...problems, ...families].map(({ reason }) => reason))].filter((kind) => kind !== undefined).sort();
  /**
   * @param {readonly Measured[]} all
   * @param {string} kind
   */
  const count = (all, kind) => all.filter(({ reason }) => reason === kind).length;
  return [
    '## Reasons',
    '',
    'A problem without a solution has a *reason* if the cause is visible before the first selection ([solver](../../docs/internals/solver.md#reasons)).',
    'A problem has no reason if plain search reaches an error.',
    `${given(failedFamilies)} families without a solution have one, and ${given(failed)} random problems.`,
    '',
    '| reason | families | random problems |',
    '|---|---:|---:|',
    ...kinds.map((kind) => `| \`${kind}\` | ${count(families, kind)} | ${count(problems, kind)} |`),
  ];
}

/**
 * Formats the steps of searches without each bound, as a multiple of the steps with all bounds.
 * @param {readonly AblationRow[]} rows
 */
function ablationTable(rows) {
  const [complete, ...others] = rows;
  if (complete === undefined) return [];
  const sets = Object.entries(complete.cells);
  /** @param {AblationRow} row */
  const cells = ({ cells }) =>
    sets.map(([name, { steps, undone }]) => {
      const own = /** @type {AblationRow['cells'][string]} */ (cells[name]);
      return `${(own.steps / steps).toFixed(2)}${own.undone <= undone ? '' : `, ${own.undone - undone} more`}`;
    });
  return [
    '',
    '## Ablation',
    '',
    'Each row disables one bound.',
    'A cell has the number of steps relative to all bounds, and how many more problems exceed the limit.',
    `The limit is ${ABLATION_STEPS.toLocaleString('en')} steps. With all bounds, some problems exceed it:`,
    '',
    ...sets.map(([name, { undone }]) => `- ${name}: ${undone}`),
    '',
    `| without | ${sets.map(([name, { problems }]) => `${name}, ${problems.toLocaleString('en')}`).join(' | ')} |`,
    `|---|${sets.map(() => '---:').join('|')}|`,
    ...others.map((row) => `| ${row.without} | ${cells(row).join(' | ')} |`),
    '',
    'A bound that makes no difference is removed.',
    'These were removed, since no set needed more than 2 % more steps without them:',
    '',
    '- nogoods up to symmetry: states that differ by an exchange of equal devices or cards count as one;',
    '- in nogoods, what later requests can still use;',
    '- while probing, cliques of devices that use more than half of one budget;',
    '- pairs: how many identical constraints each value can serve.',
  ];
}
