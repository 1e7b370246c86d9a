// docs/internals/hard-problems.md, made from a measurement.

/** @typedef {import('../test/allocator/kernel/hard/ablation.js').AblationRow} AblationRow */
/** @typedef {import('../test/allocator/kernel/hard/measure.js').Measured} Measured */
/** @typedef {import('../test/allocator/kernel/hard/measure.js').Measurement} Measurement */
/** @typedef {import('../test/allocator/kernel/hard/measure.js').MixedMeasured} MixedMeasured */

const IN_TIME = 10;
/** Searches without a bound are stopped there (test/allocator/kernel/hard/ablation.ts). */
const ABLATION_STEPS = 20_000;
const SLOWEST = 15;
const SLOWEST_SLICES = 5;
/** Milliseconds. */
const MOST_SLICE = 1;
/** Bounds come after 256 steps. */
const AT_ONCE = 260;

/** @param {Measured} one */
const isInTime = ({ answer, milliseconds }) => answer !== 'step-limit' && milliseconds <= IN_TIME;

/**
 * Prints the page.
 * @param {Measurement} measurement
 */
export function hardProblemsPage({ problems, families, mixed, ablation }) {
  const kinds = [...new Set(problems.map(({ kind }) => kind))];
  const done = problems.filter(isInTime);
  const slow = problems.filter((one) => !isInTime(one)).sort((left, right) => right.milliseconds - left.milliseconds);
  const slowest = [...families].sort((left, right) => right.milliseconds - left.milliseconds).slice(0, SLOWEST);
  return `${[
    '# Hard problems',
    '',
    '<!-- Made by `node scripts/hard-problems.mjs`. -->',
    '',
    'Allocation contains set packing: no search is fast on all inputs. Measured here is how far the bounds of the solver reach (`docs/internals/solver.md`, Bounds), as released:',
    `bounds come after 256 steps. Time is processor time, the least of 12 warm runs of laying out and solving, at three times, in milliseconds, on Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.`,
    '',
    '## Random problems',
    '',
    `Random problems of ${kinds.length} kinds (\`test/support/random-hard.ts\`), solvable or not, one in four with an erring selector, each grown until plain search needs more than 10,000,000 steps:`,
    'up to 31 picks. `test/allocator/kernel/hard/problems.json` has their seeds and sizes.',
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
    ...slowTable(slow),
    ...needed(problems),
    ...mixedProblems(mixed),
    '## Hard families',
    '',
    `The ${families.length} problems of \`test/support/families.ts\` and \`mode-families.ts\`, up to 32 picks and 128 devices, solvable and not, in both orders of requests, each also with a device on which the last`,
    'request errs. A test asserts the answer, and that none takes more than 1,500 steps. The slowest:',
    '',
    '| family | answer | steps | ms |',
    '|---|---|---:|---:|',
    ...slowest.map(({ name, answer, steps, milliseconds }) => `| ${name} | ${answer} | ${steps} | ${milliseconds.toFixed(1)} |`),
    '',
    `${families.filter(isInTime).length} of ${families.length} end within ${IN_TIME} ms.`,
    '',
    ...slices([...problems, ...families]),
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
    'Not in time:',
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
 * Writes what was found out about the problems that are left.
 * @param {readonly Measured[]} problems
 */
function needed(problems) {
  const atOnce = problems.filter(({ steps }) => steps <= AT_ONCE).length;
  return [
    `Of all, ${atOnce} end within ${AT_ONCE} steps: as soon as bounds are there, they refute all that is left from the first pick on, or each frame of the plain search before.`,
    '',
    '### What those would need',
    '',
    '`test/allocator/kernel/hard/slowest.json` says it of each; a test notices when one of them gets fast.',
    '',
    'Several values in common: packing of constraints knows one value of each alone, so that several such constraints which compete for devices are searched; and where most devices have most of the',
    'values, each check searches for long before it says nothing.',
    '',
    'Back-jumping is not built. What it would do, to leave the frames that have nothing to do with a failure, probing does without reasons of refusals: each frame that tried much in vain is',
    'asked again as a whole, in an order that begins with what is scarce.',
    '',
  ];
}

/**
 * Problems that mix everything.
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
    'Problems that mix all that there is (`test/support/random-mixed.ts`): shared devices with capacities of 8 to 24, counters, match and distinct constraints over values and lists, prioritized',
    'lists, requests for all devices, admin access, several claims; one in four has an error. Seven in eight mix these in equal parts, the others have much of one thing that plain search',
    `is slow with, or several values in common, empty intersections and whole alternatives of claims. Of ${count.toLocaleString('en')}, without limits but for one of 200,000 steps, the least processor time of up to 4 runs:`,
    '',
    `**${(count - slow.length).toLocaleString('en')} end within ${IN_TIME} ms: ${(((count - slow.length) / count) * 100).toFixed(2)} of 100.**`,
    '',
    '| kind | problems | not within 10 ms | of 1,000 | not within 200,000 steps |',
    '|---|---:|---:|---:|---:|',
    ...mixed.map(({ kind, count: all, slow: own }) => {
      return `| ${kind} | ${all.toLocaleString('en')} | ${own.length} | ${((own.length / all) * 1000).toFixed(1)} | ${undone(own)} |`;
    }),
    '',
    ...(longest === undefined ? [] : [`The longest took ${longest.milliseconds.toFixed(0)} ms. A service sets a limit.`, '']),
  ];
}

/**
 * Writes how long the asynchronous forms keep the event loop waiting.
 * @param {readonly Measured[]} all
 */
function slices(all) {
  const sorted = [...all].sort((left, right) => right.longestSlice - left.longestSlice);
  const above = sorted.filter(({ longestSlice }) => longestSlice > MOST_SLICE).length;
  const half = /** @type {Measured} */ (sorted[Math.floor(sorted.length / 2)]);
  return [
    '## Slices',
    '',
    `The asynchronous forms search in slices, of ${MOST_SLICE} ms at most: the question of the bounds that is asked is ended, and what cases were supposed is taken back until the next slice. The longest slice`,
    `of each of these ${all.length} problems, with the collector of garbage, the least of those of 3 runs: ${half.longestSlice.toFixed(2)} ms in the median, above ${MOST_SLICE} ms in ${above}. The longest of all:`,
    '',
    '| problem | longest slice, ms |',
    '|---|---:|',
    ...sorted.slice(0, SLOWEST_SLICES).map(({ name, longestSlice }) => `| ${name} | ${longestSlice.toFixed(2)} |`),
    '',
  ];
}

/**
 * Counts the problems without a solution that have a reason.
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
    'What shows before the first pick that there is no solution is given as a reason (`src/allocator/kernel/reasons/reasons.ts`), which `explain` puts into words and which tests verify by counting. Of the',
    `families that fail, ${given(failedFamilies)} have one; of the random problems that fail, ${given(failed)}. None has one where plain search comes upon an error.`,
    '',
    '| reason | families | random problems |',
    '|---|---:|---:|',
    ...kinds.map((kind) => `| \`${kind}\` | ${count(families, kind)} | ${count(problems, kind)} |`),
  ];
}

/**
 * Writes the steps that searches make without each bound, as a multiple of those with all of them.
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
    'Each bound of `docs/internals/solver.md` is left out alone. A cell has the steps of all searches as a multiple of those with all bounds, and how many more problems do not end within',
    `${ABLATION_STEPS.toLocaleString('en')} steps, where they are stopped and counted with so many. Of the problems with all bounds these are ${sets.map(([name, { undone }]) => `${undone} (${name})`).join(', ')}.`,
    '',
    `| without | ${sets.map(([name, { problems }]) => `${name}, ${problems.toLocaleString('en')}`).join(' | ')} |`,
    `|---|${sets.map(() => '---:').join('|')}|`,
    ...others.map((row) => `| ${row.without} | ${cells(row).join(' | ')} |`),
    '',
    'A bound whose absence nobody notices goes. These went, with what the columns were without each: nogoods up to symmetry (states counted as one that differ by an exchange of equal devices or cards; 1.00, 1.00, 1.00, 1.01,',
    '1.02, 1.02); what later requests can still take and bring, in nogoods (1.00 in all); cliques of devices that take more than half of one budget, asked while probing (1.00 in all); pairs, how many alike constraints each value can serve, beside packing (1.00 in all). Of these problems none more is stopped without them; of the 50,000 above one more (pairs: not counted there).',
  ];
}
