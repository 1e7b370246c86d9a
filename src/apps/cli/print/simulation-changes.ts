// The parts of a simulation page about its changes: what happened to nodes, pods that moved, and the cluster before and after.

import { count, some } from '../../../core/base/words.js';
import type { NamedReport } from '../../../planning/compare.js';
import type { DecodedAction, DecodedEvent } from '../../../planning/decoded-event.js';
import type { Report, Use } from '../../../planning/report.js';
import { blockedPods, driversOf } from '../../../planning/summary.js';
import { cut } from './explanation-tiles.js';
import { type Html, html } from './html.js';
import { blockedGroups, roundedTime } from './simulation.js';

/** The most items of each kind; others are only counted. */
const MAX_ROWS = 50;
const MAX_NAMES = 3;

/** The input of a simulation, as its page describes it. */
export interface SimulatedInput {
  readonly events: readonly Pick<DecodedEvent, 'at' | 'action'>[];
  /** The devices in use in the input, by driver. */
  readonly devices: ReadonlyMap<string, Use>;
}

export const NO_INPUT: SimulatedInput = { events: [], devices: new Map() };

/** Returns the drain that a page is about: the nodes and their pods; undefined if no node is drained. */
export function drainInWords({ events }: SimulatedInput, report: Pick<Report, 'moves' | 'drains'>): string | undefined {
  const nodes = [...new Set(events.flatMap(({ action }) => (action.kind === 'drain' ? action.nodes : [])))];
  if (nodes.length === 0) return undefined;
  const evicted = report.moves.filter(({ from }) => nodes.includes(from));
  const placed = evicted.filter(({ to }) => to !== undefined).length;
  const gone = evicted.filter(({ again }) => again === undefined).length;
  const pending = evicted.length - placed - gone;
  const blocked = blockedPods(report);
  const parts = [
    `${count(evicted.length, 'pod')} evicted`,
    ...(evicted.length === 0 ? [] : [`${placed} placed again`]),
    ...(pending === 0 ? [] : [`${pending} pending`]),
    ...(gone === 0 ? [] : [`${gone} not created again`]),
    ...(blocked === 0 ? [] : [`${blocked} blocked`]),
  ];
  return `Drain of ${nodesInWords(nodes)}: ${parts.join(', ')}`;
}

function nodesInWords(names: readonly string[]): string {
  return `${names.length === 1 ? 'node' : 'nodes'} ${someOf(names, (name) => cut(name))}`;
}

function someOf<T>(items: readonly T[], inWords: (item: T) => string): string {
  return some(items.map(inWords), MAX_NAMES);
}

/** Lists what happened to nodes and their pods; undefined if the title already contains everything. */
export function changesList({ events }: SimulatedInput): Html | undefined {
  const all = events.flatMap(({ at, action }) => {
    const text = actionInWords(action);
    return text === undefined ? [] : [{ at, text }];
  });
  const hasTimes = all.some(({ at }) => at > 0);
  if (!hasTimes && events.every(({ action: { kind } }) => kind === 'drain')) return undefined;
  if (all.length === 0) return undefined;
  const items = all.slice(0, MAX_ROWS).map(({ at, text }) => html`<li>${hasTimes ? `${roundedTime(at / 1000)}: ` : ''}${text}</li>\n`);
  const more = all.length - items.length;
  return html`<section><h2>Changes</h2><ul>${items}</ul>${more > 0 ? html`<p class="soft">${count(more, 'more change')}</p>` : undefined}</section>\n`;
}

function actionInWords(action: DecodedAction): string | undefined {
  switch (action.kind) {
    case 'drain':
      return `Drain ${nodesInWords(action.nodes)}`;
    case 'cordon':
      return `Cordon ${nodesInWords(action.nodes)}`;
    case 'uncordon':
      return `Uncordon ${nodesInWords(action.nodes)}`;
    case 'clone':
      return `Add ${action.clones.map((clone) => `${clone.count} like node ${cut(clone.node)}`).join(', ')}`;
    case 'taint':
      return `Taint ${nodesInWords(action.taints.map(({ node }) => node))}`;
    case 'untaint':
      return `Remove a taint from ${nodesInWords(action.taints.map(({ node }) => node))}`;
    case 'apply':
      return action.set.nodes.length === 0 ? undefined : `Add ${nodesInWords(action.set.nodes.map(({ metadata }) => metadata.name))}`;
    case 'scale':
      return `Scale ${someOf(action.scales, ({ kind, name, replicas }) => `${kind} ${cut(name)} to ${replicas}`)}`;
    case 'delete':
      return `Delete ${someOf(action.references, ({ kind, name }) => `${kind} ${cut(name)}`)}`;
  }
}

/** Lists the pods of a run that block a drain, with their messages and a change that helps. */
export function blockedTable({ name, report: { drains = [] } }: NamedReport, isOneOfSeveral: boolean): Html | undefined {
  const all = blockedGroups(drains);
  if (all.length === 0) return undefined;
  const rows = all
    .slice(0, MAX_ROWS)
    .map(
      ({ node, pod, pods, message, help }) =>
        html`<tr><th scope="row">${cut(pod)}${pods > 1 ? ` and ${pods - 1} like it` : ''}</th><td>${cut(node)}</td><td>${message}<br><small class="soft">try: ${help}</small></td></tr>\n`,
    );
  const more = all.length - rows.length;
  return html`<section><h2>Blocked drains${isOneOfSeveral ? `, ${cut(name)}` : ''}</h2><table class="rows">
<thead><tr><th scope="col">pod</th><th scope="col">node</th><th scope="col">why</th></tr></thead><tbody>${rows}</tbody></table>
${more > 0 ? html`<p class="soft">${count(more, 'more cause')}</p>` : undefined}</section>\n`;
}

/** Lists the evicted pods of a run, each with its replacement and the nodes of both. */
export function movesTable({ name, report: { moves } }: NamedReport, isOneOfSeveral: boolean): Html | undefined {
  if (moves.length === 0) return undefined;
  const rows = moves.slice(0, MAX_ROWS).map(({ pod, from, again, to }) => {
    const target = again === undefined ? 'not created again: the pod has no owner' : (to ?? 'pending');
    return html`<tr><th scope="row">${cut(pod)}${again === undefined || again === pod ? undefined : html`<br><small class="soft">new pod ${cut(again)}</small>`}</th><td>${cut(from)}</td><td>${cut(target)}</td></tr>\n`;
  });
  const more = moves.length - rows.length;
  return html`<section><h2>Moved pods${isOneOfSeveral ? `, ${cut(name)}` : ''}</h2><table class="rows moves">
<thead><tr><th scope="col">pod</th><th scope="col">from</th><th scope="col">to</th></tr></thead><tbody>${rows}</tbody></table>
${more > 0 ? html`<p class="soft">${count(more, 'more pod')} moved.</p>` : undefined}</section>\n`;
}

/** Compares the input with the end of each run: pods, and devices in use by driver. */
export function beforeAndAfter(runs: readonly NamedReport[], { devices }: SimulatedInput): Html {
  const [{ report: first }] = runs as [NamedReport];
  const drivers = [...new Set([...devices.keys(), ...driversOf(runs.flatMap(({ report }) => report.samples))])].sort();
  const use = (used: Use | undefined): string => (used === undefined ? '' : `${used.inUse} of ${used.of}`);
  const lastUse = ({ report: { samples } }: NamedReport, driver: string): Use | undefined => {
    const last = samples.at(-1)?.devices ?? {};
    return Object.hasOwn(last, driver) ? last[driver] : undefined;
  };
  const row = (title: string, before: string, after: readonly string[]): Html =>
    html`<tr><th scope="row">${title}</th><td>${before}</td>${after.map((value) => html`<td>${value}</td>`)}</tr>\n`;
  const rows = [
    row(
      'running pods',
      String(first.given.running),
      runs.map(({ report }) => String(report.totals.running)),
    ),
    row(
      'pending pods',
      String(first.given.pending),
      runs.map(({ report }) => String(report.totals.pending)),
    ),
    ...drivers.slice(0, MAX_ROWS).map((driver) =>
      row(
        `devices of ${cut(driver)} in use`,
        use(devices.get(driver)),
        runs.map((run) => use(lastUse(run, driver))),
      ),
    ),
  ];
  const heads = runs.map(({ name }) => html`<th scope="col">${runs.length === 1 ? 'after' : `after, ${cut(name)}`}</th>`);
  return html`<section><h2>Before and after</h2><div class="scroll" tabindex="0" role="group" aria-label="Before and after"><table class="facts">
<thead><tr><td></td><th scope="col">before</th>${heads}</tr></thead><tbody>${rows}</tbody></table></div></section>\n`;
}
