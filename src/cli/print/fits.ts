// The replicas that fit, in every output format.

import type { JsonObject } from '../../base/json.js';
import type { ClaimGroup } from '../../schedule/claims.js';
import type { Fit } from '../../simulate/fit.js';
import type { OutputFormat } from '../option-specs.js';
import type { Settings } from '../options.js';
import { printable } from '../terminal/printable.js';
import type { Style } from '../terminal/styles.js';
import { formatJson } from './json.js';
import { subjectJson } from './refusals.js';
import { formatTable } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** A pod with its replicas. */
export interface Fitted {
  readonly group: ClaimGroup;
  readonly fit: Fit;
}

/** The owner of a pod, or the pod. */
export function nameOfFitted({ madeFor, name }: ClaimGroup): string {
  return madeFor === undefined ? name : `${madeFor.kind.toLowerCase()} ${madeFor.metadata.namespace}/${madeFor.metadata.name}`;
}

/** The text for standard output. */
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

function rowOf({ group, fit }: Fitted, output: OutputFormat): string[] {
  const nodes = Array.from(fit.perNode, ([node, count]) => `${node}=${count}`).join(',');
  return [nameOfFitted(group), String(fit.count), mostOf(fit), ...(output === 'wide' ? [nodes] : []), endOf(fit)];
}

function mostOf({ optimum }: Fit): string {
  if (optimum === undefined || optimum.by !== undefined) return '';
  return `${optimum.atMost}${optimum.isExact ? '' : '+'}`;
}

function endOf({ kind, by, isAll, runsOut = '' }: Fit): string {
  if (kind === 'interrupted') return `interrupted by ${by}`;
  return isAll ? 'all that were asked for' : runsOut;
}

function fitJson({ group, fit }: Fitted): JsonObject {
  const { kind, by, count, isAll, placements, perNode, runsOut, optimum, notLookedAt } = fit;
  return {
    ...subjectJson(group),
    ...(group.madeFor === undefined ? {} : { owner: { kind: group.madeFor.kind, name: group.madeFor.metadata.name } }),
    answer: kind,
    ...(by === undefined ? {} : { by }),
    count,
    isAll,
    perNode: Object.fromEntries(perNode),
    placements: placements.map(({ pod, node }) => ({ pod, node })),
    ...(runsOut === undefined ? {} : { runsOut }),
    ...(optimum === undefined
      ? {}
      : { atMost: optimum.atMost, isExact: optimum.isExact, ...(optimum.by === undefined ? {} : { atMostBy: optimum.by }) }),
    notLookedAt: [...notLookedAt],
  };
}
