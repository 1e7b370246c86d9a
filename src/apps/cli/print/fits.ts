// Prints the replicas that fit in every output format.

import type { JsonObject } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import type { Style } from '../../../core/base/styled-text.js';
import type { Fit } from '../../../planning/fit.js';
import type { OwnerRow, RowSubject } from '../commands/owner-rows.js';
import type { OutputFormat } from '../option-specs.js';
import type { Settings } from '../options.js';
import { abridged, MAX_REASON } from './abridged.js';
import { briefReason } from './brief-reason.js';
import { formatJson } from './json.js';
import { subjectJson } from './rejections.js';
import { formatTable } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** A pod, or the pods of an owner, with the replicas that fit. */
export interface Fitted extends OwnerRow {
  readonly fit: Fit;
}

/** Returns the owner of pods, or the pod or claim itself. */
export function nameOfRow({ group, subject }: OwnerRow): string {
  if (subject === undefined) return group.name;
  const { kind, namespace, name, podSet } = subject;
  return `${kind.toLowerCase()} ${namespace}/${name}${podSet === undefined ? '' : ` (${podSet})`}`;
}

/** The least width of a cause in a row with a long node name. */
const LEAST_REASON = 40;

/** Returns the text for standard output. */
export function formatFits(fitted: readonly Fitted[], { output, headings }: Pick<Settings, 'output' | 'headings'>): string {
  const whole = { pods: fitted.map(fitJson) };
  if (typeof output !== 'string') return formatByTemplate(output, whole, whole.pods, headings);
  switch (output) {
    case 'json':
      return formatJson(whole);
    case 'yaml':
      return formatYaml(whole);
    case 'name':
      return [...new Set(fitted.flatMap(({ fit }) => [...fit.perNode.keys()]))].map((node) => `node/${printable(node)}\n`).join('');
    case 'table':
    case 'wide':
      return fitted.length === 0
        ? ''
        : formatTable(
            ['FOR', 'REPLICAS', 'AT MOST', ...(output === 'wide' ? ['NODES'] : []), 'THEN'],
            fitted.map((one) => rowOf(one, output)),
            { hasHeadings: headings, styleOf },
          );
  }
}

function styleOf(heading: string, cell: string): Style | undefined {
  return heading === 'REPLICAS' && cell === '0' ? 'bad' : undefined;
}

function rowOf(fitted: Fitted, output: OutputFormat): string[] {
  const { fit } = fitted;
  const nodes = Array.from(fit.perNode, ([node, count]) => `${node}=${count}`).join(',');
  return [nameOfRow(fitted), String(fit.count), mostOf(fit), ...(output === 'wide' ? [nodes] : []), endOf(fit, output)];
}

function mostOf({ optimum }: Fit): string {
  if (optimum === undefined || optimum.by !== undefined) return '';
  return `${optimum.atMost}${optimum.isExact ? '' : '+'}`;
}

/** Returns why no more replicas fit: the node that is closest to one more replica, and its cause. */
function endOf({ kind, by, isAll, runsOut = '', runsOutOn, explanation }: Fit, output: OutputFormat): string {
  if (kind === 'interrupted') return `interrupted by ${by}`;
  if (isAll) return 'all requested replicas';
  const isNamed = runsOutOn === undefined || runsOut.startsWith(`node ${runsOutOn} `);
  const start = isNamed ? '' : `node ${runsOutOn}: `;
  const whole = start + runsOut;
  if (output === 'wide' || whole.length <= MAX_REASON) return whole;
  const node = explanation?.nodes.find((each) => each.node === runsOutOn);
  if (node === undefined) return abridged(whole);
  return start + briefReason({ ...node, text: runsOut }, Math.max(LEAST_REASON, MAX_REASON - start.length));
}

function fitJson({ group, subject, fit }: Fitted): JsonObject {
  const { kind, by, count, isAll, placements, perNode, runsOut, runsOutOn, error, optimum, notLookedAt } = fit;
  return {
    ...subjectJson(group),
    ...(subject === undefined ? {} : { owner: ownerJson(subject) }),
    answer: kind,
    ...(by === undefined ? {} : { by }),
    count,
    isAll,
    perNode: Object.fromEntries(perNode),
    placements: placements.map(({ pod, node }) => ({ pod, node })),
    ...(runsOut === undefined ? {} : { runsOut }),
    ...(runsOutOn === undefined ? {} : { runsOutOn }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    ...(optimum === undefined
      ? {}
      : { atMost: optimum.atMost, isExact: optimum.isExact, ...(optimum.by === undefined ? {} : { atMostBy: optimum.by }) }),
    notLookedAt: [...notLookedAt],
  };
}

function ownerJson({ kind, name, podSet }: RowSubject): JsonObject {
  return { kind, name, ...(podSet === undefined ? {} : { podSet }) };
}
