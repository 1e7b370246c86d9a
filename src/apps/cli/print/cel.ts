// Prints the trials of a selector in every output format.

import type { DeviceTrial, ReadValue } from '../../../cel/help/trials.js';
import type { DeviceAttribute } from '../../../core/api/resource-slice.js';
import type { Json } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import type { Style } from '../../../core/base/styled-text.js';
import type { Settings } from '../options.js';
import { formatJson } from './json.js';
import { formatTable } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** The most values in a row, and their greatest length; -o wide shows all of them. */
const MAX_VALUES = 4;
const MAX_VALUE_LENGTH = 40;

/** A selector and its results on the devices. */
interface SelectorReport {
  readonly expression: string;
  readonly environment: 'stored' | 'new';
  readonly maxCost: bigint;
  /** Sentences about likely mistakes, with advice. */
  readonly notes: readonly string[];
  /** The reason why the API server rejects it in a new object, if any. */
  readonly refusal?: string | undefined;
  readonly trials: readonly DeviceTrial[];
}

/** Returns the text for standard output. */
export function formatSelector(report: SelectorReport, { output, headings }: Pick<Settings, 'output' | 'headings'>): string {
  if (typeof output !== 'string') return formatByTemplate(output, toJson(report), report.trials.map(trialToJson), headings);
  switch (output) {
    case 'json':
      return formatJson(toJson(report));
    case 'yaml':
      return formatYaml(toJson(report));
    case 'name':
      return report.trials
        .filter(({ matches }) => matches === true)
        .map(({ driver, pool, device }) => `${printable(`${driver}/${pool}/${device}`)}\n`)
        .join('');
    case 'table':
    case 'wide':
      return report.trials.length === 0 ? '' : formatTrials(report.trials, output === 'wide', headings);
  }
}

function formatTrials(trials: readonly DeviceTrial[], wide: boolean, hasHeadings: boolean): string {
  const failed = wide && trials.some(({ error }) => error !== undefined);
  const headings = ['DRIVER', 'POOL', 'DEVICE', 'RESULT', 'COST', 'READ', ...(failed ? ['ERROR'] : [])];
  const rows = trials.map(({ driver, pool, device, matches, error, cost, read }) => [
    driver,
    pool,
    device,
    error === undefined ? String(matches) : 'error',
    String(cost),
    readText(read, wide),
    error ?? '',
  ]);
  return formatTable(headings, rows, { hasHeadings, styleOf });
}

/** A device that does not match is not an error. */
function styleOf(heading: string, cell: string): Style | undefined {
  if (heading === 'ERROR') return cell === '-' ? undefined : 'bad';
  if (heading !== 'RESULT') return undefined;
  return cell === 'true' ? 'good' : cell === 'error' ? 'bad' : 'faint';
}

function readText(read: readonly ReadValue[], wide: boolean): string {
  const shown = wide ? read : read.slice(0, MAX_VALUES);
  const texts = shown.map(({ shortName, value }) => `${shortName}=${valueText(value, wide)}`);
  if (shown.length < read.length) texts.push(`and ${read.length - shown.length} more`);
  return texts.join(', ');
}

function valueText(value: ReadValue['value'], wide: boolean): string {
  const text = value === undefined ? '<none>' : typeof value === 'string' ? value : attributeText(value);
  return wide || text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH - 3)}...`;
}

/** Strings have quotes and versions do not, to distinguish them. */
function attributeText({ int, bool, string, version, ints, bools, strings, versions }: DeviceAttribute): string {
  const list = (items: readonly unknown[]): string => `[${items.join(', ')}]`;
  if (ints !== undefined) return list(ints);
  if (bools !== undefined) return list(bools);
  if (strings !== undefined) return list(strings.map((item) => JSON.stringify(item)));
  if (versions !== undefined) return list(versions);
  if (string !== undefined) return JSON.stringify(string);
  return String(int ?? bool ?? version ?? '<no value>');
}

function toJson({ expression, environment, maxCost, notes, refusal: rejection, trials }: SelectorReport): Json {
  return {
    expression,
    environment,
    // Most readers of JSON only support doubles.
    maxCost: maxCost <= Number.MAX_SAFE_INTEGER ? maxCost : String(maxCost),
    notes: [...notes],
    ...(rejection === undefined ? {} : { refusal: rejection }),
    devices: trials.map(trialToJson),
  };
}

function trialToJson({ driver, pool, device, matches, error, cost, read }: DeviceTrial): Json {
  return {
    driver,
    pool,
    device,
    ...(matches === undefined ? {} : { result: matches }),
    ...(error === undefined ? {} : { error }),
    cost,
    read: read.map(({ kind, name, value }) => ({ [kind]: name, ...(value === undefined ? {} : { value: valueToJson(value) }) })),
  };
}

function valueToJson(value: DeviceAttribute | string): Json {
  return typeof value === 'string' ? value : { ...value };
}
