// Prints simulations as a page: pods, devices and room over time, for one or several runs.

import { entryIn } from '../../../core/base/entry-in.js';
import { largestOf } from '../../../core/base/lists.js';
import { count, some } from '../../../core/base/words.js';
import type { Comparison, NamedReport } from '../../../planning/compare.js';
import type { Report, Sample, StillPending } from '../../../planning/report.js';
import { driversOf, summaryOf } from '../../../planning/summary.js';
import { cut } from './explanation-tiles.js';
import { type Html, html } from './html.js';
import { pageOf } from './page.js';
import { factsOf, roundedTime, whyPending } from './simulation.js';
import {
  beforeAndAfter,
  blockedTable,
  changesList,
  drainInWords,
  movesTable,
  NO_INPUT,
  type SimulatedInput,
} from './simulation-changes.js';
import { SIMULATION_STYLE } from './simulation-style.js';
import { COLORS, type Line, lineChart, type Point, stackedChart } from './timeline.js';

/** The most items of each kind; others are only counted. A page about a large cluster must open on a phone. */
const MAX_RUNS = 12;
const MAX_DRIVERS = 20;
const MAX_CAUSES = COLORS - 1;
const MAX_ROWS = 50;
const MAX_NAMES = 6;

/** Returns the page. */
export function simulationPage({ runs, differences, differing }: Comparison, input: SimulatedInput = NO_INPUT): string {
  const shown = runs.slice(0, MAX_RUNS);
  const seconds = largestOf(shown.map(({ report }) => report.seconds));
  const body = html`${interruptions(shown)}${changesList(input)}${shown.map((one) => blockedTable(one, shown.length > 1))}${shown.map((one) => movesTable(one, shown.length > 1))}${beforeAndAfter(shown, input)}
${runs.length > shown.length ? html`<p class="soft">${count(runs.length - shown.length, 'more run')} not shown.</p>` : undefined}
${shown.map((one) => pendingLists(one, shown.length > 1))}
${shown.length > 1 ? differencesTable(shown, { runs, differences, differing }) : undefined}
${seconds > 0 ? timelines(shown, seconds) : undefined}
${factsTable(shown, seconds)}
${notEvaluated(shown)}`;
  return pageOf(titleOf(shown, input), SIMULATION_STYLE, body);
}

function titleOf(runs: readonly NamedReport[], input: SimulatedInput): string {
  const [{ report }] = runs as [NamedReport];
  const { totals, given: inputTotals } = report;
  const { created, running, pending } = totals;
  const time = report.seconds > 0 ? ` over ${roundedTime(report.seconds)}` : '';
  const pods = `${count(inputTotals.running + inputTotals.pending + created, 'pod')}${time}`;
  if (runs.length > 1) return `${runs.length} simulations of ${pods}`;
  return drainInWords(input, report) ?? `Simulation of ${pods}: ${running} running, ${pending} pending at the end`;
}

function interruptions(runs: readonly NamedReport[]): readonly Html[] {
  return runs.flatMap(({ name, report: { kind, by, seconds } }) =>
    kind === 'complete'
      ? []
      : [
          html`<p class="note">${runs.length > 1 ? `${cut(name)}: i` : 'I'}nterrupted by ${by} at ${roundedTime(seconds)}: the page shows the results until then.</p>\n`,
        ],
  );
}

/** Facts about durations. A run in which everything happens at one time has no timeline. */
const FACTS_OF_TIME: ReadonlySet<string> = new Set(['time', 'max pending', 'wait time']);

function factsTable(runs: readonly NamedReport[], seconds: number): Html {
  const facts = runs.map(({ report }) => factsOf(report, roundedTime));
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))].filter((name) => seconds > 0 || !FACTS_OF_TIME.has(name));
  const head =
    runs.length > 1 ? html`<thead><tr><td></td>${runs.map(({ name }) => html`<th scope="col">${cut(name)}</th>`)}</tr></thead>` : undefined;
  const rows = names.map(
    (name) => html`<tr><th scope="row">${cut(name)}</th>${facts.map((each) => html`<td>${each.get(name) ?? ''}</td>`)}</tr>\n`,
  );
  return html`<section><h2>Totals</h2><div class="scroll" tabindex="0" role="group" aria-label="Totals"><table class="facts">${head}<tbody>${rows}</tbody></table></div></section>\n`;
}

function timelines(runs: readonly NamedReport[], seconds: number): Html {
  return html`${podsOverTime(runs, seconds)}${devicesOverTime(runs, seconds)}${roomOverTime(runs, seconds)}${runs.map((one) => causesOverTime(one, runs.length > 1, seconds))}`;
}

function pointsOf(samples: readonly Sample[], of: (sample: Sample) => number | undefined): readonly Point[] {
  return samples.flatMap((sample) => {
    const value = of(sample);
    return value === undefined ? [] : [{ at: sample.at, value }];
  });
}

/** Colours distinguish runs. If there is only one run, they distinguish its lines. */
function podsOverTime(runs: readonly NamedReport[], seconds: number): Html {
  const isSingle = runs.length === 1;
  const label = (what: string, name: string): string => (isSingle ? what : `${what}, ${cut(name)}`);
  const lines = runs.flatMap(({ name, report: { samples } }, run): Line[] => [
    {
      label: label('placed', name),
      color: run,
      ...(isSingle ? { look: 'filled' as const } : {}),
      points: pointsOf(samples, ({ placed }) => placed),
    },
    { label: label('pending', name), color: isSingle ? 1 : run, look: 'dashed', points: pointsOf(samples, ({ pending }) => pending) },
  ]);
  const summary = inWords(runs, 'Pods placed and pending over time', (report) => {
    const placed = report.samples.reduce((most, sample) => Math.max(most, sample.placed), 0);
    return `at most ${placed} placed and ${summaryOf(report).mostPending} pending`;
  });
  return html`<section><h2>Pods</h2>${lineChart(lines, { summary, seconds, hasRuns: runs.length > 1 })}</section>\n`;
}

function devicesOverTime(runs: readonly NamedReport[], seconds: number): Html {
  const drivers = driversOf(runs.flatMap(({ report }) => report.samples));
  const charts = drivers.slice(0, MAX_DRIVERS).map((driver) => {
    const useIn = ({ devices }: Sample) => (Object.hasOwn(devices, driver) ? devices[driver] : undefined);
    const used = runs.map(
      ({ name, report: { samples } }, run): Line => ({
        label: runs.length === 1 ? 'in use' : cut(name),
        color: run,
        ...(runs.length === 1 ? { look: 'filled' as const } : {}),
        points: pointsOf(samples, (sample) => useIn(sample)?.inUse ?? 0),
      }),
    );
    const [first] = runs as [NamedReport];
    const limit: Line = {
      label: runs.length === 1 ? 'total' : `total, ${cut(first.name)}`,
      color: COLORS - 1,
      look: 'limit',
      points: pointsOf(first.report.samples, (sample) => useIn(sample)?.of ?? 0),
    };
    const summary = inWords(runs, `Devices of ${cut(driver)} in use over time`, (report) => {
      const { devices } = summaryOf(report);
      const use = Object.hasOwn(devices, driver) ? devices[driver] : undefined;
      return use === undefined ? 'none' : `at most ${use.peak.inUse} of ${use.peak.of}`;
    });
    return html`<section><h2>Devices of ${cut(driver)}</h2>${lineChart([...used, limit], { summary, seconds, hasRuns: runs.length > 1 })}</section>\n`;
  });
  const more = drivers.length - charts.length;
  return html`${charts}${more > 0 ? html`<p class="soft">${count(more, 'more driver')} not shown.</p>` : undefined}`;
}

function roomOverTime(runs: readonly NamedReport[], seconds: number): Html | undefined {
  const lines = runs.flatMap(({ name, report: { samples, room } }, run): Line[] => {
    const points = pointsOf(samples, (sample) => sample.room);
    if (room === undefined || points.length === 0) return [];
    return [{ label: runs.length === 1 ? `more of ${cut(room.pod)}` : `${cut(name)}, of ${cut(room.pod)}`, color: run, points }];
  });
  if (lines.length === 0) return undefined;
  const summary = inWords(runs, 'Room for the largest pod over time', (report) => {
    const { room } = summaryOf(report);
    return room === undefined ? 'not counted' : `${room.first} at the beginning, at least ${room.least}, ${room.last} at the end`;
  });
  return html`<section><h2>Room for more of the largest pod</h2>
<p class="soft">The number of further pods of this kind that would fit${mostOf(runs)}. If it is low while devices are free, the free devices are on the wrong nodes.</p>
${lineChart(lines, { summary, seconds, hasRuns: runs.length > 1 })}</section>\n`;
}

function mostOf(runs: readonly NamedReport[]): string {
  const [most] = runs.flatMap(({ report: { room } }) => (room === undefined ? [] : [room.most]));
  return most === undefined ? '' : ` (at most ${most} are counted)`;
}

/** Returns the causes of pending pods over time. The most frequent causes have separate layers. */
function causesOverTime({ name, report }: NamedReport, isOneOfSeveral: boolean, seconds: number): Html | undefined {
  const totals = new Map<string, number>();
  for (const { causes } of report.samples)
    for (const [cause, pods] of Object.entries(causes)) totals.set(cause, (totals.get(cause) ?? 0) + pods);
  const causes = [...totals].sort(([, left], [, right]) => right - left).map(([cause]) => cause);
  if (causes.length === 0) return undefined;
  const shown = causes.slice(0, causes.length > MAX_CAUSES + 1 ? MAX_CAUSES : MAX_CAUSES + 1);
  const others = new Set(causes.slice(shown.length));
  const layers = shown.map(
    (cause, color): Line => ({
      label: cut(cause),
      color,
      points: pointsOf(report.samples, (sample) => (Object.hasOwn(sample.causes, cause) ? sample.causes[cause] : 0)),
    }),
  );
  if (others.size > 0) {
    const rest = ({ causes: all }: Sample): number =>
      Object.entries(all).reduce((sum, [cause, pods]) => sum + (others.has(cause) ? pods : 0), 0);
    layers.push({ label: count(others.size, 'other reason'), color: COLORS - 1, points: pointsOf(report.samples, rest) });
  }
  const of = isOneOfSeveral ? `, ${cut(name)}` : '';
  const summary = `Pending pods by reason over time${of}: at most ${summaryOf(report).mostPending}, of ${count(causes.length, 'reason')}`;
  return html`<section><h2>Why pods were pending${of}</h2>${stackedChart(layers, { summary, seconds })}</section>\n`;
}

function inWords(runs: readonly NamedReport[], what: string, of: (report: Report) => string): string {
  const parts = runs.map(({ name, report }) => (runs.length === 1 ? of(report) : `${cut(name)} ${of(report)}`));
  return `${what}: ${parts.join('; ')}`;
}

function differencesTable(shown: readonly NamedReport[], { differences, differing }: Comparison): Html {
  if (differing === 0) return html`<section><h2>Pods that differ</h2><p>No pod differs.</p></section>\n`;
  const rows = differences.slice(0, MAX_ROWS).map(({ pod, placed }) => {
    const cells = shown.map(({ name }) => {
      const at = Object.hasOwn(placed, name) ? placed[name] : undefined;
      if (at === undefined) return html`<td></td>`;
      return html`<td>${at === null ? 'pending' : `${cut(at.node)} at ${roundedTime(at.at)}`}</td>`;
    });
    return html`<tr><th scope="row">${cut(pod)}</th>${cells}</tr>\n`;
  });
  const more = differing - rows.length;
  return html`<section><h2>Pods that differ (${differing})</h2><div class="scroll" tabindex="0" role="group" aria-label="Pods that differ"><table class="rows">
<thead><tr><th scope="col">pod</th>${shown.map(({ name }) => html`<th scope="col">${cut(name)}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>
${more > 0 ? html`<p class="soft">${more} more differ.</p>` : undefined}</section>\n`;
}

/** Lists the causes of pending pods, separately for pods that were pending in the input. */
function pendingLists(run: NamedReport, isOneOfSeveral: boolean): Html {
  return html`${pendingList(run, false, isOneOfSeveral)}${pendingList(run, true, isOneOfSeveral)}`;
}

function pendingList({ name, report: { stillPending } }: NamedReport, wasPending: boolean, isOneOfSeveral: boolean): Html | undefined {
  const byCause = new Map<string, StillPending[]>();
  for (const one of stillPending) if ((one.wasPending === true) === wasPending) entryIn(byCause, whyPending(one), () => []).push(one);
  if (byCause.size === 0) return undefined;
  const items = Array.from(byCause)
    .slice(0, MAX_ROWS)
    .map(([cause, pods]) => {
      const names = pods.map(({ pod, count: number }) => (number === 1 ? cut(pod) : `${cut(pod)} and ${number - 1} like it`));
      const total = pods.reduce((sum, { count: number }) => sum + number, 0);
      return html`<li><p>${cause}</p><p class="soft"><b>${count(total, 'pod')}</b>: ${some(names, MAX_NAMES, '; ')}</p></li>\n`;
    });
  const more = byCause.size - items.length;
  const title = wasPending ? 'Pending in the input and at the end' : 'Pending at the end';
  return html`<section><h2>${title}${isOneOfSeveral ? `, ${cut(name)}` : ''}</h2><ul class="causes">${items}</ul>
${more > 0 ? html`<p class="soft">${count(more, 'more cause')}</p>` : undefined}</section>\n`;
}

function notEvaluated(runs: readonly NamedReport[]): Html | undefined {
  const all = new Set(runs.flatMap(({ report }) => report.notLookedAt));
  return all.size === 0 ? undefined : html`<p class="soft">Not evaluated: ${[...all].join('; ')}.</p>\n`;
}
