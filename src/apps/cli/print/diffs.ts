// Prints the changes between two clusters in every output format.

import type { Json } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import type { Style } from '../../../core/base/styled-text.js';
import { causeText } from '../../../planning/cordon-cause.js';
import type { ClaimDiff, Diff, EvictionDiff, Placed, PodDiff } from '../../../planning/diff-report.js';
import { becomesPending, isEvictionChanged, newStatuses } from '../../../planning/diff-worse.js';
import type { Settings } from '../options.js';
import { formatJson } from './json.js';
import { formatTable, titled } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** Returns the text for standard output. */
export function formatDiff(diff: Diff, { output, headings }: Pick<Settings, 'output' | 'headings'>): string {
  // A diff is plain JSON.
  const whole = diff as unknown as { readonly [name: string]: Json };
  if (typeof output !== 'string') return formatByTemplate(output, whole, diff.pods as unknown as readonly Json[], headings);
  switch (output) {
    case 'json':
      return formatJson(whole);
    case 'yaml':
      return formatYaml(whole);
    case 'name':
      return namesOf(diff);
    case 'table':
    case 'wide':
      return tablesOf(diff, output === 'wide', headings);
  }
}

function namesOf({ pods, claims, evictions, spared }: Diff): string {
  const names = [
    ...pods.filter(isChanged).map(({ kind, namespace, name }) => `${kind.toLowerCase()}/${namespace}/${name}`),
    ...claims.filter(isChanged).map(({ namespace, name }) => `resourceclaim/${namespace}/${name}`),
    ...[...evictions.filter(isEvictionChanged), ...spared].map(({ namespace, name }) => `pod/${namespace}/${name}`),
  ];
  return [...new Set(names)].map((name) => `${printable(name)}\n`).join('');
}

function isChanged({ change }: { readonly change: string }): boolean {
  return change !== 'same';
}

function tablesOf(diff: Diff, isWide: boolean, hasHeadings: boolean): string {
  const { pods, claims, evictions, spared, rules } = diff;
  const part = (title: string, headings: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
    rows.length === 0 ? [] : [titled(title, formatTable(headings, rows, { hasHeadings, styleOf }))];
  const podPart = (title: string, those: readonly PodDiff[]): readonly string[] =>
    part(title, ['POD', 'CHANGE', 'BEFORE', 'AFTER'], those.map(podRow));
  const shown = isWide ? pods : pods.filter(isChanged);
  const [others, pending, stillPending] = byOutcome(shown);
  const shownClaims = (isWide ? claims : claims.filter(isChanged)).flatMap(claimRows);
  const shownEvictions = isWide ? evictions : evictions.filter(isEvictionChanged);
  const shownRules = isWide ? rules : newStatuses(diff);
  const parts = [
    ...podPart('Pending because of the change', pending),
    ...podPart('Pods', others),
    ...podPart('Pending before and after', stillPending),
    ...part('Allocated claims', ['CLAIM', 'PODS', 'DEVICE', 'BEFORE', 'AFTER'], shownClaims),
    ...part('Evictions', ['POD', 'NODE', 'WHEN', 'DEVICE', 'WHY', 'THEN'], shownEvictions.map(evictionRow)),
    ...part(
      'No longer evicted',
      ['POD', 'NODE', 'BEFORE'],
      spared.map(({ namespace, name, node, seconds }) => [`${namespace}/${name}`, node, `evicted ${whenOf(seconds)}`]),
    ),
    ...part(
      'DeviceTaintRules',
      ['RULE', 'EVICTION', 'REASON', 'MESSAGE'],
      shownRules.map(({ rule, status, reason, message }) => [rule, status, reason, message]),
    ),
  ];
  return parts.length === 0 ? 'no pod, claim or eviction changes\n' : parts.join('\n');
}

/** Separates pods: pods that become pending, pods that are pending in both clusters, and other pods. */
function byOutcome(pods: readonly PodDiff[]): readonly [others: PodDiff[], pending: PodDiff[], stillPending: PodDiff[]] {
  const parts: [PodDiff[], PodDiff[], PodDiff[]] = [[], [], []];
  for (const pod of pods) parts[becomesPending(pod) ? 1 : pod.after?.kind === 'pending' ? 2 : 0].push(pod);
  return parts;
}

function whenOf(seconds: number): string {
  return seconds === 0 ? 'now' : `in ${seconds}s`;
}

const STYLES: ReadonlyMap<string, Style> = new Map([
  ['gained', 'good'],
  ['lost', 'bad'],
  ['moved', 'doubtful'],
  ['other-devices', 'doubtful'],
]);

function styleOf(heading: string, cell: string): Style | undefined {
  return heading === 'CHANGE' ? STYLES.get(cell) : undefined;
}

function podRow({ kind, namespace, name, change, before, after }: PodDiff): readonly string[] {
  const subject = kind === 'Pod' ? `${namespace}/${name}` : `claim ${namespace}/${name}`;
  // The causes on the closest nodes can be equal while causes on other nodes differ.
  const isByMessage = change === 'other-cause' && inWords(before) === inWords(after);
  return isByMessage ? [subject, change, messageOf(before), messageOf(after)] : [subject, change, inWords(before), inWords(after)];
}

function messageOf(placed: Placed | undefined): string {
  return placed?.kind === 'pending' ? placed.message : '';
}

function inWords(placed: Placed | undefined): string {
  if (placed === undefined) return '';
  if (placed.kind === 'pending') return placed.cause === undefined ? placed.message : causeText(placed.cause, placed.node);
  const devices = placed.devices.map(({ device }) => device).join(',');
  return devices === '' ? placed.node : `${placed.node}: ${devices}`;
}

/** Returns a row for each device with an issue, or one for the claim. */
function claimRows({ namespace, name, pods, change, before, after }: ClaimDiff): readonly (readonly string[])[] {
  const byDevice = new Map<string, { before: string[]; after: string[] }>();
  for (const [side, issues] of [
    ['before', before],
    ['after', after],
  ] as const) {
    for (const { driver, pool, device, code, message } of issues) {
      const key = `${driver}/${pool}/${device}`;
      const entry = byDevice.get(key) ?? { before: [], after: [] };
      entry[side].push(code === 'tainted' ? message : `${code}: ${message}`);
      byDevice.set(key, entry);
    }
  }
  const claim = `${namespace}/${name}`;
  if (byDevice.size === 0) {
    const [was, is] = change === 'new' ? ['absent', 'as requested'] : ['as requested', change === 'gone' ? 'absent' : 'unchanged'];
    return [[claim, pods.join(','), '', was, is]];
  }
  const words = (list: readonly string[]): string => (list.length === 0 ? 'as requested' : list.join('; '));
  return Array.from(byDevice, ([device, each]) => [claim, pods.join(','), device, words(each.before), words(each.after)]);
}

function evictionRow({ namespace, name, node, seconds, cause, taints, owner, again }: EvictionDiff): readonly string[] {
  const devices = [...new Set(taints.map(({ driver, pool, device }) => `${driver}/${pool}/${device}`))].join(',');
  const why = taints
    .map(({ key, value, rule }) => `${key}${value === '' ? '' : `=${value}`}${rule === undefined ? '' : ` of rule ${rule}`}`)
    .filter((text, index, all) => all.indexOf(text) === index)
    .join(', ');
  return [`${namespace}/${name}`, node, whenOf(seconds), devices, why === '' ? cause : why, thenOf(owner, again, taints.length > 0)];
}

function thenOf(owner: string | undefined, again: EvictionDiff['again'], isOfDevice: boolean): string {
  if (again !== undefined) {
    const { placed, pod } = again;
    return placed.kind === 'placed' ? `${pod} on ${inWords(placed)}` : `${pod} is pending: ${inWords(placed)}`;
  }
  if (owner !== undefined) return `${owner} creates no pod`;
  return isOfDevice ? 'gone: no owner creates it again' : '';
}
