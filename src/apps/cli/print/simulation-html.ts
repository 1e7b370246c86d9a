// Prints simulations as a page: pods, devices and room over time, for one or several runs.

import { largestOf } from '../../../core/base/lists.js';
import { count } from '../../../core/base/words.js';
import type { Comparison, NamedReport } from '../../../planning/compare.js';
import type { Report, Sample } from '../../../planning/report.js';
import { driversOf, summaryOf } from '../../../planning/summary.js';
import { cut } from './explanation-tiles.js';
import { type Html, html } from './html.js';
import { pageOf } from './page.js';
import { factsOf, showSeconds, whyPending } from './simulation.js';
import { SIMULATION_STYLE } from './simulation-style.js';
import { COLORS, type Line, lineChart, type Point, stackedChart } from './timeline.js';

/** The most items of each kind; others are only counted. A page of a large cluster must open on a telephone. */
const MAX_RUNS = 12;
const MAX_DRIVERS = 20;
const MAX_CAUSES = COLORS - 1;
const MAX_ROWS = 50;

/** Returns the page. */
export function simulationPage({ runs, differences, differing }: Comparison): string {
  const shown = runs.slice(0, MAX_RUNS);
  const seconds = largestOf(shown.map(({ report }) => report.seconds));
  const body = html`${interruptions(shown)}${factsTable(shown)}
${runs.length > shown.length ? html`<p class="soft">${count(runs.length - shown.length, 'more run')} not shown.</p>` : undefined}
${seconds > 0 ? timelines(shown, seconds) : html`<p class="soft">All events happen at the same time: there is no timeline.</p>`}
${shown.length > 1 ? differencesTable(shown, { runs, differences, differing }) : undefined}
${shown.map((one) => pendingTable(one, shown.length > 1))}
${notLookedAt(shown)}`;
  return pageOf(titleOf(shown), SIMULATION_STYLE, body);
}

function titleOf(runs: readonly NamedReport[]): string {
  const [{ report }] = runs as [NamedReport];
  const { totals, given } = report;
  const { created, running, pending } = totals;
  const pods = `${count(given.running + given.pending + created, 'pod')} in ${showSeconds(report.seconds)}`;
  return runs.length > 1
    ? `${runs.length} simulations of ${pods}`
    : `Simulation: ${pods}, at the end ${running} running, ${pending} pending`;
}

function interruptions(runs: readonly NamedReport[]): readonly Html[] {
  return runs.flatMap(({ name, report: { kind, by, seconds } }) =>
    kind === 'complete'
      ? []
      : [
          html`<p class="note">${runs.length > 1 ? `${cut(name)}: i` : 'I'}nterrupted by ${by} at ${showSeconds(seconds)}: the page shows the results until then.</p>\n`,
        ],
  );
}

function factsTable(runs: readonly NamedReport[]): Html {
  const facts = runs.map(({ report }) => factsOf(report));
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))];
  const head =
    runs.length > 1 ? html`<thead><tr><td></td>${runs.map(({ name }) => html`<th scope="col">${cut(name)}</th>`)}</tr></thead>` : undefined;
  const rows = names.map(
    (name) => html`<tr><th scope="row">${cut(name)}</th>${facts.map((each) => html`<td>${each.get(name) ?? ''}</td>`)}</tr>\n`,
  );
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Totals"><table class="facts">${head}<tbody>${rows}</tbody></table></div>\n`;
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

/** Colours distinguish runs; with a single run they distinguish its lines. */
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
<p class="soft">For how many more of it there was room, placed one by one${mostOf(runs)}. Where this is low while devices are free, they are in the wrong places: fragmentation.</p>
${lineChart(lines, { summary, seconds, hasRuns: runs.length > 1 })}</section>\n`;
}

function mostOf(runs: readonly NamedReport[]): string {
  const [most] = runs.flatMap(({ report: { room } }) => (room === undefined ? [] : [room.most]));
  return most === undefined ? '' : `, counted to ${most}`;
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
      return html`<td>${at === null ? 'pending' : `${cut(at.node)} at ${showSeconds(at.at)}`}</td>`;
    });
    return html`<tr><th scope="row">${cut(pod)}</th>${cells}</tr>\n`;
  });
  const more = differing - rows.length;
  return html`<section><h2>Pods that differ (${differing})</h2><div class="scroll" tabindex="0" role="group" aria-label="Pods that differ"><table class="rows">
<thead><tr><th scope="col">pod</th>${shown.map(({ name }) => html`<th scope="col">${cut(name)}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>
${more > 0 ? html`<p class="soft">${more} more differ.</p>` : undefined}</section>\n`;
}

function pendingTable({ name, report: { stillPending } }: NamedReport, isOneOfSeveral: boolean): Html | undefined {
  if (stillPending.length === 0) return undefined;
  const rows = stillPending
    .slice(0, MAX_ROWS)
    .map((one) => html`<tr><th scope="row">${cut(one.pod)}</th><td>${one.count}</td><td>${whyPending(one)}</td></tr>\n`);
  const title = `Pending at the end${isOneOfSeveral ? `, ${cut(name)}` : ''}`;
  const more = stillPending.length - rows.length;
  return html`<section><h2>${title}</h2><div class="scroll" tabindex="0" role="group" aria-label="${title}"><table class="rows">
<thead><tr><th scope="col">first pod</th><th scope="col">pods</th><th scope="col">why</th></tr></thead><tbody>${rows}</tbody></table></div>
${more > 0 ? html`<p class="soft">${count(more, 'more kind')} of pods are pending.</p>` : undefined}</section>\n`;
}

function notLookedAt(runs: readonly NamedReport[]): Html | undefined {
  const all = new Set(runs.flatMap(({ report }) => report.notLookedAt));
  return all.size === 0 ? undefined : html`<p class="soft">Not evaluated: ${[...all].join('; ')}.</p>\n`;
}
