// The changes between two clusters, in every output format.

import type { Json } from '../../base/json.js';
import type { ClaimDiff, Diff, EvictionDiff, Placed, PodDiff } from '../../simulate/diff-report.js';
import type { Settings } from '../options.js';
import { printable } from '../terminal/printable.js';
import type { Style } from '../terminal/styles.js';
import { formatJson } from './json.js';
import { formatTable, titled } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** The text for standard output. */
export function formatDiff(diff: Diff, { output, headings }: Pick<Settings, 'output' | 'headings'>): string {
  // It is plain JSON as it is.
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

function namesOf({ pods, claims, evictions }: Diff): string {
  const names = [
    ...pods.filter(isChanged).map(({ kind, namespace, name }) => `${kind.toLowerCase()}/${namespace}/${name}`),
    ...claims.filter(isChanged).map(({ namespace, name }) => `resourceclaim/${namespace}/${name}`),
    ...evictions.filter(({ isBefore }) => !isBefore).map(({ namespace, name }) => `pod/${namespace}/${name}`),
  ];
  return [...new Set(names)].map((name) => `${printable(name)}\n`).join('');
}

function isChanged({ change }: { readonly change: string }): boolean {
  return change !== 'same';
}

function tablesOf({ pods, claims, evictions, rules }: Diff, isWide: boolean, hasHeadings: boolean): string {
  const options = { hasHeadings, styleOf };
  const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string => formatTable(headings, rows, options);
  const shownPods = isWide ? pods : pods.filter(isChanged);
  const shownClaims = (isWide ? claims : claims.filter(isChanged)).flatMap(claimRows);
  const shownEvictions = isWide ? evictions : evictions.filter(({ isBefore }) => !isBefore);
  const parts = [
    shownPods.length === 0 ? '' : titled('Waiting', table(['POD', 'CHANGE', 'BEFORE', 'AFTER'], shownPods.map(podRow))),
    shownClaims.length === 0 ? '' : titled('Allocated claims', table(['CLAIM', 'PODS', 'DEVICE', 'BEFORE', 'AFTER'], shownClaims)),
    shownEvictions.length === 0
      ? ''
      : titled('Evictions', table(['POD', 'NODE', 'WHEN', 'DEVICE', 'WHY', 'THEN'], shownEvictions.map(evictionRow))),
    rules.length === 0
      ? ''
      : titled(
          'DeviceTaintRules',
          table(
            ['RULE', 'EVICTION', 'REASON', 'MESSAGE'],
            rules.map(({ rule, status, reason, message }) => [rule, status, reason, message]),
          ),
        ),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing changes\n' : parts.join('\n');
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
  return [subject, change, inWords(before), inWords(after)];
}

function inWords(placed: Placed | undefined): string {
  if (placed === undefined) return '';
  if (placed.kind === 'pending') return placed.cause ?? placed.message;
  const devices = placed.devices.map(({ device }) => device).join(',');
  return devices === '' ? placed.node : `${placed.node}: ${devices}`;
}

/** A row for each device of which something is told, or one for the claim. */
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
    const [was, is] =
      change === 'new' ? ['not there', 'as it was asked for'] : ['as it was asked for', change === 'gone' ? 'not there' : 'the same'];
    return [[claim, pods.join(','), '', was, is]];
  }
  const words = (list: readonly string[]): string => (list.length === 0 ? 'as it was asked for' : list.join('; '));
  return Array.from(byDevice, ([device, each]) => [claim, pods.join(','), device, words(each.before), words(each.after)]);
}

function evictionRow({ namespace, name, node, seconds, cause, taints, owner, again }: EvictionDiff): readonly string[] {
  const devices = [...new Set(taints.map(({ driver, pool, device }) => `${driver}/${pool}/${device}`))].join(',');
  const why = taints
    .map(({ key, value, rule }) => `${key}${value === '' ? '' : `=${value}`}${rule === undefined ? '' : ` of rule ${rule}`}`)
    .filter((text, index, all) => all.indexOf(text) === index)
    .join(', ');
  return [
    `${namespace}/${name}`,
    node,
    seconds === 0 ? 'now' : `in ${seconds}s`,
    devices,
    why === '' ? cause : why,
    thenOf(owner, again, taints.length > 0),
  ];
}

function thenOf(owner: string | undefined, again: EvictionDiff['again'], isOfDevice: boolean): string {
  if (again !== undefined) {
    const { placed, pod } = again;
    return placed.kind === 'placed' ? `${pod} on ${inWords(placed)}` : `${pod} fits nowhere: ${inWords(placed)}`;
  }
  if (owner !== undefined) return `${owner} makes none`;
  return isOfDevice ? 'gone: no owner makes it again' : '';
}
