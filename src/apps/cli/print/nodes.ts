// Prints the nodes on which pods fit, in every output format.

import type { JsonObject } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import type { Style } from '../../../core/base/styled-text.js';
import { NO_DEVICES } from '../../../scheduler/filters/dynamic-resources.js';
import type { ClaimGroup } from '../../../scheduler/pods/claims.js';
import type { OutputFormat } from '../option-specs.js';
import type { Settings } from '../options.js';
import type { Survey } from '../placement/group-result.js';
import { nominationInWords, nominationJson } from '../placement/preempted-pods.js';
import { rejectionInWords } from '../placement/rejected-nodes.js';
import { abridged } from './abridged.js';
import { briefReason } from './brief-reason.js';
import { type FailureContext, reasonsOf } from './failure.js';
import { formatJson } from './json.js';
import { detailedRejections, subjectJson } from './rejections.js';
import { formatTable } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** A pod, or a claim without a pod, with the nodes on which it fits and the other nodes. */
export interface Surveyed {
  readonly group: ClaimGroup;
  readonly survey: Survey;
  /** The context of reasons. */
  readonly context: FailureContext;
}

/**
 * Returns the text for standard output. The table names the pods if the command was about several pods (`namesPods`), even if
 * the others ended with an error.
 */
export function formatNodes(
  surveyed: readonly Surveyed[],
  { output, headings }: Pick<Settings, 'output' | 'headings'>,
  namesPods: boolean = surveyed.length > 1,
): string {
  const whole = { pods: surveyed.map(surveyJson) };
  if (typeof output !== 'string') return formatByTemplate(output, whole, surveyed.flatMap(nodeItems), headings);
  switch (output) {
    case 'json':
      return formatJson(whole);
    case 'yaml':
      return formatYaml(whole);
    case 'name':
      return [...new Set(surveyed.flatMap(({ survey }) => survey.fitting.map(({ node }) => node)))]
        .map((node) => `node/${printable(node)}\n`)
        .join('');
    case 'table':
    case 'wide':
      return surveyed.every(({ survey: { fitting, others } }) => fitting.length + others.length === 0)
        ? ''
        : formatTable(
            headingsFor(namesPods, output),
            surveyed.flatMap((one) => rowsOf(one, namesPods, output)),
            { hasHeadings: headings, styleOf },
          );
  }
}

function styleOf(heading: string, cell: string): Style | undefined {
  if (heading !== 'FITS') return undefined;
  return cell === 'yes' ? 'good' : 'bad';
}

function headingsFor(namesPods: boolean, output: OutputFormat): string[] {
  return [...(namesPods ? ['FOR'] : []), 'NODE', 'FITS', 'SCORE', ...(output === 'wide' ? ['SCORES'] : []), 'REASON'];
}

function rowsOf({ group, survey, context }: Surveyed, namesPods: boolean, output: OutputFormat): string[][] {
  const start = namesPods ? [group.name] : [];
  const parts = (text: string): string[] => (output === 'wide' ? [text] : []);
  const { fitting, others, rejection, nomination } = survey;
  const explained = new Map(rejection.nodes.map((node) => [node.explanation.node, node]));
  const reason = (name: string): string => {
    const node = explained.get(name);
    if (output !== 'wide') return node === undefined ? abridged(rejectionsIn(survey, name)) : briefReason(node.explanation);
    return node === undefined ? rejectionsIn(survey, name) : reasonsOf(node, context).join('; ');
  };
  return [
    ...fitting.map(({ node, score, byPlugin }) => {
      const byName = Array.from(byPlugin, ([plugin, part]) => `${plugin}=${part}`);
      return [...start, node, 'yes', String(score), ...parts(byName.join(',')), ''];
    }),
    ...others.map((node) => {
      if (node !== nomination?.node) return [...start, node, 'no', '', ...parts(''), reason(node)];
      return [...start, node, 'yes', '', ...parts(''), nominationInWords(nomination)];
    }),
  ];
}

/** Returns the reasons of a node. For claims without a pod, only devices matter. */
function rejectionsIn({ rejection }: Survey, node: string): string {
  return (rejection.pod?.rejections.get(node) ?? [NO_DEVICES]).map(rejectionInWords).join('; ');
}

function surveyJson({ group, survey, context }: Surveyed): JsonObject {
  const { fitting, rejection, nomination } = survey;
  const message = fitting.length === 0 && nomination === undefined && rejection.pod !== undefined ? { message: rejection.pod.message } : {};
  return { ...subjectJson(group), ...message, nodes: nodesJson(survey, context) };
}

/** Returns each node with its pod. */
function nodeItems({ group, survey, context }: Surveyed): readonly JsonObject[] {
  const subject = subjectJson(group);
  return nodesJson(survey, context).map((node) => ({ ...subject, ...node }));
}

function nodesJson({ fitting, others, rejection, nomination }: Survey, context: FailureContext): readonly JsonObject[] {
  const rejections = detailedRejections(rejection, context);
  return [
    ...fitting.map(({ node, score, byPlugin }): JsonObject => ({ node, fits: true, score, scores: Object.fromEntries(byPlugin) })),
    ...others.map((node): JsonObject => {
      if (node === nomination?.node) return { node, fits: true, ...nominationJson(nomination) };
      return { node, fits: false, rejections: (rejections.get(node) ?? [NO_DEVICES]).map((one) => ({ ...one })) };
    }),
  ];
}
