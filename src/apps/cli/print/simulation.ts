// Prints simulations in every output format. The summary is for people; the samples and the log are for programs.

import type { Json } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import { count } from '../../../core/base/words.js';
import type { Comparison, NamedReport } from '../../../planning/compare.js';
import { causeText } from '../../../planning/cordon-cause.js';
import type { BlockedPod, Drain, Given, Report, Sample, StillPending, Totals, Waits } from '../../../planning/report.js';
import { type DriverUse, driversOf, type RoomSummary, summaryOf } from '../../../planning/summary.js';
import { formatJson } from './json.js';
import { formatTable, titled } from './table.js';
import { formatYaml } from './yaml.js';

/** Returns the text for standard output, for one run or several side by side. */
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
      return `${summary(runs, headings)}${differencesOf(comparison)}${blocked(runs)}${moved(runs, output === 'wide')}${pending(runs)}${output === 'wide' ? logs(runs) : ''}`;
  }
}

/** Returns seconds as a duration: 1h2m3s. */
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

/** Returns a time as people write it: seconds up to a few minutes, then minutes. */
export function roundedTime(seconds: number): string {
  const unit = seconds >= 600 ? 60 : seconds >= 10 ? 1 : 0.1;
  return showSeconds(Math.round(seconds / unit) * unit);
}

function summary(runs: readonly NamedReport[], headings: boolean): string {
  const facts = runs.map(({ report }) => factsOf(report, roundedTime));
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

/** Returns the summary of a run, as rows of a table. */
export function factsOf(report: Report, show: (seconds: number) => string = showSeconds): ReadonlyMap<string, string> {
  const { kind, by, seconds, totals, given: inputTotals, waits } = report;
  const { mostPending, mostPendingAt, devices, room } = summaryOf(report);
  const facts = new Map<string, string>();
  facts.set('time', `${show(seconds)}${kind === 'interrupted' ? `, interrupted by ${by}` : ''}`);
  facts.set('pods', showTotals(totals, inputTotals));
  facts.set('result', `${totals.running} running, ${totals.pending} pending`);
  if (report.drains !== undefined) facts.set('drains', report.drains.map(showDrain).join('; '));
  if (mostPending > 0) facts.set('max pending', `${mostPending} (at ${show(mostPendingAt)})`);
  if (waits !== undefined) facts.set('wait time', showWaits(waits, show));
  for (const [driver, use] of Object.entries(devices)) facts.set(`devices of ${driver}`, showUse(use));
  if (report.room !== undefined && room !== undefined)
    facts.set('room for the largest pod', `${showRoom(room, show)} (${report.room.pod})`);
  return facts;
}

/** Returns the number of pods from each source, then the number with each result, as text. */
export function showTotals({ created, placed, ended, deleted, evicted }: Totals, { running, pending: waiting }: Given): string {
  const before = running + waiting;
  const [none, all] = [waiting === 0, running === 0];
  const state = none ? 'running' : all ? 'pending' : `${running} running, ${waiting} pending`;
  const from = before === 0 ? [] : [none || all ? `${before} ${state} in the input` : `${before} in the input (${state})`];
  const became = [`${placed} placed`, `${ended} ended`, `${deleted} deleted`, `${evicted} evicted`];
  const shown = became.filter((part, index) => index < 1 || !part.startsWith('0 '));
  return `${[...from, `${created} created`].join(', ')}; ${shown.join(', ')}`;
}

/** Returns the result of the drain of a node. */
function showDrain({ node, evicted, doneAt, blocked: { length } }: Drain): string {
  const result = length > 0 ? 'blocked' : doneAt === undefined ? 'stopped' : 'done';
  return `${node} ${result}, ${count(evicted, 'pod')} evicted${length === 0 ? '' : `, ${count(length, 'pod')} blocked`}`;
}

/** Returns a summary of the waiting times of pods. */
export function showWaits({ mean, median, p95, longest }: Waits, show: (seconds: number) => string = showSeconds): string {
  if (longest === 0) return 'none';
  return `mean ${show(mean)}, median ${show(median)}, 95 % ${show(p95)}, longest ${show(longest)}`;
}

/** Returns the devices of a driver over time as text. */
export function showUse({ inUse, of, peak, mean }: DriverUse): string {
  const overTime = mean === undefined ? '' : `, mean ${mean.toFixed(1)}`;
  return `${inUse} of ${of} in use at the end, peak ${peak.inUse} of ${peak.of}${overTime}`;
}

/** Returns the room over time as text. */
export function showRoom(
  { most, first, last, least, leastAt, isSingle }: RoomSummary,
  showTime: (seconds: number) => string = showSeconds,
): string {
  const show = (room: number): string => (room === most ? `${most} or more` : String(room));
  if (isSingle) return show(first);
  return `${show(first)} at the beginning, ${show(last)} at the end, min ${show(least)} (at ${showTime(leastAt)})`;
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

/** The most differing pods in a table; others are only counted. */
const MOST_SHOWN = 20;

/** Pods of a node that are blocked for the same cause. */
interface BlockedGroup extends BlockedPod {
  readonly node: string;
  readonly pods: number;
}

/** Returns the first blocked pod of each node and cause, with the number of such pods. */
export function blockedGroups(drains: readonly Drain[]): readonly BlockedGroup[] {
  const groups = new Map<string, BlockedGroup>();
  for (const { node, blocked: pods } of drains) {
    for (const pod of pods) {
      const key = JSON.stringify([node, pod.message, pod.help]);
      groups.set(key, { ...(groups.get(key) ?? { ...pod, node }), pods: (groups.get(key)?.pods ?? 0) + 1 });
    }
  }
  return [...groups.values()];
}

/** Returns the pods that block drains, with a change that helps. */
function blocked(runs: readonly NamedReport[]): string {
  return parts(runs, 'Blocked drains', ({ drains = [] }) => {
    const all = blockedGroups(drains);
    const rows = all.slice(0, MOST_SHOWN).map(({ node, pod, pods, message, help }) => [pod, String(pods), node, message, help]);
    return {
      headings: ['FIRST POD', 'PODS', 'NODE', 'WHY', 'TRY'],
      rows,
      more: all.length - rows.length,
      what: 'kinds of pods are blocked',
    };
  });
}

/** Returns evicted pods with their nodes, and the nodes of their replacements. */
function moved(runs: readonly NamedReport[], isWide: boolean): string {
  return parts(runs, 'Moved pods', ({ moves }) => {
    const shown = isWide ? moves : moves.slice(0, MOST_SHOWN);
    const rows = shown.map(({ pod, from, again, to }) => [
      pod,
      from,
      again ?? '',
      again === undefined ? 'gone: no owner creates it again' : (to ?? 'pending'),
    ]);
    return {
      headings: ['POD', 'FROM', 'NEW POD', 'TO'],
      rows,
      more: moves.length - shown.length,
      what: 'pods moved: use -o wide to see all',
    };
  });
}

/** Returns pods that are pending at the end, separately for pods that were pending in the input. */
function pending(runs: readonly NamedReport[]): string {
  const listed = (wasPending: boolean) => (report: Report) => {
    const those = report.stillPending.filter((one) => (one.wasPending === true) === wasPending);
    const rows = those.slice(0, MOST_SHOWN).map((one) => [one.pod, String(one.count), whyPending(one)]);
    return { headings: ['FIRST POD', 'PODS', 'WHY'], rows, more: those.length - rows.length, what: 'kinds of pods are pending' };
  };
  return `${parts(runs, 'Pending at the end', listed(false))}${parts(runs, 'Pending in the input and at the end', listed(true))}`;
}

/** Returns the reason why pods are pending, in a line. */
export function whyPending({ explanation, node, message }: StillPending): string {
  return explanation === undefined ? message : causeText(explanation, node);
}

interface Part {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The number of omitted rows. */
  readonly more: number;
  readonly what: string;
}

/** Returns a titled table for each run with rows. */
function parts(runs: readonly NamedReport[], title: string, partOf: (report: Report) => Part): string {
  return runs
    .map(({ name, report }) => {
      const { headings, rows, more, what } = partOf(report);
      if (rows.length === 0) return '';
      const table = titled(runs.length > 1 ? `${title} (${name})` : title, formatTable(headings, rows));
      return `\n${table}${more > 0 ? `${more} more ${what}.\n` : ''}`;
    })
    .join('');
}

function logs(runs: readonly NamedReport[]): string {
  return runs
    .map(({ name, report }) => {
      const rows = report.log.map(({ at, what, pod, node, cause }) => [showSeconds(at), what, pod, node ?? '', cause ?? '']);
      return `\n${titled(runs.length > 1 ? `Events (${name})` : 'Events', formatTable(['AT', 'WHAT', 'POD', 'NODE', 'CAUSE'], rows))}`;
    })
    .join('');
}

/** Returns the samples: a line for each, with columns for each driver, class, amount and cause. */
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
  for (const [driver, name] of amountsOf(all)) {
    columns.set(`${name} of ${driver} in use`, ({ capacities }) => capacities[driver]?.[name]?.inUse);
    columns.set(`${name} of ${driver}`, ({ capacities }) => capacities[driver]?.[name]?.of);
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

function amountsOf(samples: readonly Sample[]): readonly (readonly [driver: string, name: string])[] {
  const pairs = samples.flatMap(({ capacities }) =>
    Object.entries(capacities).flatMap(([driver, names]) => Object.keys(names).map((name) => [driver, name] as const)),
  );
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

/** Returns a cell by RFC 4180, except for line ends. An apostrophe precedes text that a spreadsheet would read as a formula. */
export function csvCell(cellText: string): string {
  const text = /^[=+@\-\t\r]/.test(cellText) && !/^-?\d/.test(cellText) ? `'${cellText}` : cellText;
  const shown = printable(text);
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}
