// The differences between our answer to a case and the answer of the scheduler's plugins.

import { REJECTION_CODES } from '../../../src/scheduler/filters/rejection-codes.js';
import type { FilterCase, OracleAnswer, OracleStatus } from './case.js';
import type { OurAnswer, OurRejection } from './ours.js';

/** A difference: its place, and the answers of both sides. */
export interface Difference {
  /** The kind of a difference: the place without the node, and the words that only one side has. */
  readonly kind: string;
  readonly where: string;
  readonly reference: unknown;
  readonly ours: unknown;
}

/** The plugins that a difference is about. */
export function pluginsOf({ kind, reference, ours }: Difference): string {
  if (kind.startsWith('score ')) return kind.slice('score '.length);
  if (!kind.startsWith('node') && !kind.startsWith('refusal')) return kind.replace(/:.*/, '');
  const sides = [reference, ours].filter((text) => text !== undefined).map((text) => String(text).replace(/:.*/, ''));
  return [...new Set(sides)].join(' / ');
}

/** Every difference of a case. */
export function compare(input: FilterCase, reference: OracleAnswer, ours: OurAnswer): readonly Difference[] {
  const { nodes } = input;
  if (reference.configError !== undefined || ours.configError !== undefined) {
    const isOne = failsLater(input, reference, ours) || (reference.configError !== undefined && ours.configError !== undefined);
    return isOne ? [] : differing('configuration', 'configuration', reference.configError, ours.configError);
  }
  const isForeign = ours.refusals.some(({ code }) => code === 'other-scheduler');
  if (reference.noProfile === true || isForeign) return differing('scheduler', 'scheduler', reference.noProfile === true, isForeign);
  const plugins = [reference, ours].map((side) => side.plugins && JSON.stringify(side.plugins));
  if (plugins[0] !== undefined && plugins[0] !== plugins[1]) return differing('plugins', 'plugins', plugins[0], plugins[1]);
  if (reference.error !== undefined || ours.error !== undefined) {
    return differing('error', 'error', reference.error, ours.error);
  }
  const refusal = reference.preEnqueue ?? reference.preFilter;
  const found = [...differing('refusal', 'refusal', statusText(refusal), rejectionText(ours.refusals))];
  if (refusal !== undefined || ours.refusals.length > 0) return found;
  for (const { metadata } of nodes) {
    const status = reference.nodes?.[metadata.name] ?? undefined;
    const rejections = ours.rejections.get(metadata.name) ?? [];
    found.push(...differing('node', `node ${metadata.name}`, statusText(status), rejectionText(rejections)));
  }
  if (found.length > 0) return found;
  found.push(...differing('message', 'message', reference.message, ours.message));
  if (reference.scoreError === undefined) found.push(...compareScores(reference, ours));
  return found;
}

/** The scheduler starts with some plugins that fail for each pod, so that no node has scores. We reject the configuration. */
function failsLater({ schedulerConfig, pod }: FilterCase, { configError, scores = {} }: OracleAnswer, ours: OurAnswer): boolean {
  const index = /profiles\[(\d+)\].*fails for each pod$/.exec(ours.configError ?? '')?.[1];
  if (configError !== undefined || index === undefined) return false;
  const { profiles = [] } = schedulerConfig as { readonly profiles?: readonly { readonly schedulerName?: string }[] };
  const { schedulerName = 'default-scheduler' } = pod['spec'] as { readonly schedulerName?: string };
  const isOfPod = (profiles[Number(index)]?.schedulerName ?? 'default-scheduler') === schedulerName;
  return !isOfPod || Object.keys(scores).length === 0;
}

function compareScores({ scores = {} }: OracleAnswer, ours: OurAnswer): readonly Difference[] {
  return Object.entries(scores).flatMap(([node, byPlugin]) => {
    const mine = ours.scores.get(node);
    const plugins = new Set([...Object.keys(byPlugin), ...Object.keys(mine ?? {})]);
    return [...plugins].flatMap((plugin) =>
      differing(`score ${plugin}`, `score ${plugin} of ${node}`, byPlugin[plugin]?.weighted ?? 0, mine?.[plugin] ?? 0),
    );
  });
}

function differing(kind: string, where: string, reference: unknown, ours: unknown): readonly Difference[] {
  if (reference === ours) return [];
  const isOneKind = kind === 'message' || kind.startsWith('score');
  return [{ kind: isOneKind ? kind : `${kind}: ${alike(reference)} / ${alike(ours)}`, where, reference, ours }];
}

/** Reasons in sorted order: the plugins iterate over amounts in random order. */
function statusText(status: OracleStatus | undefined): string | undefined {
  if (status === undefined) return undefined;
  return `${status.plugin ?? 'framework'}: ${[...(status.reasons ?? [])].sort().join(', ')}`;
}

function rejectionText(rejections: readonly OurRejection[]): string | undefined {
  const [first] = rejections;
  if (first === undefined) return undefined;
  const messages = rejections.map(({ message }) => message).sort();
  const isOfFramework = first.message.startsWith("node(s) didn't satisfy plugin");
  return `${isOfFramework ? 'framework' : REJECTION_CODES[first.code].plugin}: ${messages.join(', ')}`;
}

/** The text of an answer without the parts that are specific to a case. */
function alike(value: unknown): string {
  if (value === undefined) return 'nothing';
  return [
    ...new Set(
      String(value)
        .replaceAll(/Insufficient \S+?(?=[,.]?(\s|$))/g, 'Insufficient')
        .replaceAll(/\d+/g, 'N')
        .split(', '),
    ),
  ]
    .sort()
    .join(', ');
}
