// Simulations, in every output format. The summary is what a person reads first; the samples and the log are for programs.

import type { Json } from '../../base/json.js';
import type { Comparison, NamedReport } from '../../simulate/compare.js';
import type { Report, Sample } from '../../simulate/report.js';
import { printable } from '../terminal/printable.js';
import { formatJson } from './json.js';
import { formatTable, titled } from './table.js';
import { formatYaml } from './yaml.js';

/** The text for standard output: of one run, or of several side by side. */
export function formatSimulation(comparison: Comparison, output: 'table' | 'wide' | 'json' | 'yaml' | 'csv', headings: boolean): string {
  const { runs, differences, differing } = comparison;
  const [first, ...others] = runs as [NamedReport, ...NamedReport[]];
  const whole = others.length === 0 ? first.report : { runs: runs.map(({ name, report }) => ({ name, report })), differing, differences };
  switch (output) {
    case 'json':
      return formatJson(whole as unknown as Json);
    case 'yaml':
      return formatYaml(whole as unknown as Json);
    case 'csv':
      return formatCsv(runs, headings);
    case 'table':
    case 'wide':
      return `${summary(runs, headings)}${differencesOf(comparison)}${pending(runs)}${output === 'wide' ? logs(runs) : ''}`;
  }
}

/** Seconds as people write them: 1h2m3s. */
export function showSeconds(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor((whole % 3600) / 60),
    Math.round((seconds - Math.floor(whole / 60) * 60) * 1000) / 1000,
  ];
  if (hours > 0) return `${hours}h${minutes > 0 || rest > 0 ? `${minutes}m` : ''}${rest > 0 ? `${rest}s` : ''}`;
  return minutes > 0 ? `${minutes}m${rest > 0 ? `${rest}s` : ''}` : `${rest}s`;
}

function summary(runs: readonly NamedReport[], headings: boolean): string {
  const facts = runs.map(({ report }) => factsOf(report));
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))];
  const rows = names.map((name) => [name, ...facts.map((each) => each.get(name) ?? '')]);
  return formatTable(
    ['', ...runs.map(({ name }) => name.toUpperCase())].map((name, index) => (index === 0 ? 'WHAT' : name)),
    rows,
    {
      hasHeadings: headings && runs.length > 1,
    },
  );
}

function factsOf({ kind, by, seconds, totals, waits, samples, room }: Report): ReadonlyMap<string, string> {
  const { created, placed, ended, deleted, evicted, running, pending: left } = totals;
  const facts = new Map<string, string>();
  facts.set('time', `${showSeconds(seconds)}${kind === 'interrupted' ? `, interrupted by ${by}` : ''}`);
  facts.set(
    'pods',
    [`${created} created`, `${placed} placed`, `${ended} ended`, `${deleted} deleted`, `${evicted} evicted`]
      .filter((part, index) => index < 2 || !part.startsWith('0 '))
      .join(', '),
  );
  facts.set('in the end', `${running} running, ${left} pending`);
  const most = samples.reduce((all, { pending: one }) => Math.max(all, one), 0);
  if (most > 0) facts.set('most pending', `${most}, at ${showSeconds(samples.find(({ pending: one }) => one === most)?.at ?? 0)}`);
  if (waits !== undefined) {
    const { mean, median, p95, longest } = waits;
    facts.set(
      'waited',
      longest === 0
        ? 'nobody'
        : `mean ${showSeconds(mean)}, median ${showSeconds(median)}, 95 % ${showSeconds(p95)}, longest ${showSeconds(longest)}`,
    );
  }
  for (const driver of driversOf(samples)) facts.set(`devices of ${driver}`, useOf(samples, seconds, driver));
  if (room !== undefined) facts.set('room for the largest pod', `${roomOf(samples, room.most)} (${room.pod})`);
  return facts;
}

function driversOf(samples: readonly Sample[]): readonly string[] {
  return [...new Set(samples.flatMap(({ devices }) => Object.keys(devices)))].sort();
}

/** The use of devices over time: a sample holds until the next one. */
function useOf(samples: readonly Sample[], seconds: number, driver: string): string {
  let area = 0;
  let peak = { inUse: 0, of: 0 };
  for (const [index, { at, devices }] of samples.entries()) {
    const use = devices[driver] ?? { inUse: 0, of: 0 };
    area += use.inUse * ((samples[index + 1]?.at ?? Math.max(seconds, at)) - at);
    if (use.inUse > peak.inUse || index === 0) peak = use;
  }
  const last = samples.at(-1)?.devices[driver] ?? { inUse: 0, of: 0 };
  const mean = seconds > 0 ? `, mean ${(area / seconds).toFixed(1)}` : '';
  return `${last.inUse} of ${last.of} in use in the end, peak ${peak.inUse} of ${peak.of}${mean}`;
}

function roomOf(samples: readonly Sample[], most: number): string {
  const rooms = samples.flatMap(({ room, at }) => (room === undefined ? [] : [{ room, at }]));
  const [first, last] = [rooms[0], rooms.at(-1)];
  if (first === undefined || last === undefined) return '';
  const show = (room: number): string => (room === most ? `${most} or more` : String(room));
  const least = rooms.reduce((all, one) => (one.room < all.room ? one : all), first);
  if (rooms.length === 1) return show(first.room);
  return `${show(first.room)} in the beginning, ${show(last.room)} in the end, least ${show(least.room)} at ${showSeconds(least.at)}`;
}

function differencesOf({ runs, differences, differing }: Comparison): string {
  if (runs.length < 2) return '';
  if (differing === 0) return '\nNo pod differs.\n';
  const shown = differences.slice(0, MOST_SHOWN);
  const rows = shown.map(({ pod, placed }) => [
    pod,
    ...runs.map(({ name }) => {
      const at = placed[name];
      if (at === undefined) return '';
      return at === null ? 'pending' : `${at.node} at ${showSeconds(at.at)}`;
    }),
  ]);
  const more = differing > shown.length ? `${differing - shown.length} more differ.\n` : '';
  return `\n${titled(`Pods that differ (${differing})`, formatTable(['POD', ...runs.map(({ name }) => name.toUpperCase())], rows))}${more}`;
}

/** More pods that differ are only counted in a table. */
const MOST_SHOWN = 20;

function pending(runs: readonly NamedReport[]): string {
  return runs
    .filter(({ report }) => report.stillPending.length > 0)
    .map(({ name, report }) => {
      const rows = report.stillPending
        .slice(0, MOST_SHOWN)
        .map(({ pod, count, message, explanation }) => [pod, String(count), explanation ?? message]);
      const more = report.stillPending.length - rows.length;
      const title = runs.length > 1 ? `Pending in the end (${name})` : 'Pending in the end';
      return `\n${titled(title, formatTable(['FIRST POD', 'PODS', 'WHY'], rows))}${more > 0 ? `${more} more kinds of pods are pending.\n` : ''}`;
    })
    .join('');
}

function logs(runs: readonly NamedReport[]): string {
  return runs
    .map(({ name, report }) => {
      const rows = report.log.map(({ at, what, pod, node, cause }) => [showSeconds(at), what, pod, node ?? '', cause ?? '']);
      return `\n${titled(runs.length > 1 ? `All that happened (${name})` : 'All that happened', formatTable(['AT', 'WHAT', 'POD', 'NODE', 'CAUSE'], rows))}`;
    })
    .join('');
}

/** The samples: a line for each, a column for each driver, class and cause. */
function formatCsv(runs: readonly NamedReport[], headings: boolean): string {
  const columns = new Map<string, (sample: Sample) => number | undefined>([
    ['at', ({ at }) => at],
    ['placed', ({ placed }) => placed],
    ['pending', ({ pending: one }) => one],
  ]);
  const all = runs.flatMap(({ report }) => report.samples);
  if (all.some(({ room }) => room !== undefined)) columns.set('room', ({ room }) => room);
  for (const driver of driversOf(all)) {
    columns.set(`devices ${driver} in use`, ({ devices }) => devices[driver]?.inUse);
    columns.set(`devices ${driver}`, ({ devices }) => devices[driver]?.of);
  }
  const names = (of: (sample: Sample) => object): string[] => [...new Set(all.flatMap((sample) => Object.keys(of(sample))))].sort();
  for (const name of names(({ classes }) => classes)) columns.set(`class ${name}`, ({ classes }) => classes[name] ?? 0);
  for (const name of names(({ causes }) => causes)) columns.set(`cause ${name}`, ({ causes }) => causes[name] ?? 0);
  const hasRuns = runs.length > 1;
  const heads = [...(hasRuns ? ['run'] : []), ...columns.keys()];
  const lines = runs.flatMap(({ name, report }) =>
    report.samples.map((sample) => [...(hasRuns ? [name] : []), ...Array.from(columns.values(), (of) => String(of(sample) ?? ''))]),
  );
  return [...(headings ? [heads] : []), ...lines].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

/** A cell as RFC 4180 has it, but for the ends of lines. One that a spreadsheet would take for a formula gets an apostrophe. */
function csvCell(given: string): string {
  const text = /^[=+@\-\t\r]/.test(given) && !/^-?\d/.test(given) ? `'${given}` : given;
  const shown = printable(text);
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
