// Composes the first words of an explanation: the verdict, the cause, and the remedy.

import type { JsonObject } from '../../core/base/json.js';
import { count } from '../../core/base/words.js';
import type { Explanation, NodeExplanation, ObjectPatch, Suggestion } from '../explanation.js';
import { rejectionInWords, rejectionsInWords } from '../first-line.js';

/** A pod or a claim with its explanation. */
export interface ExplainedObject {
  /** For people: `pod namespace/name` or `claim namespace/name`. */
  readonly name: string;
  /** Kind, namespace and name. */
  readonly object: JsonObject;
  readonly explanation: Explanation;
}

/** Returns the verdict in words that precede the cause: `pod default/train-0 fits on none of 2 nodes, nearest node-a:`. */
export function verdictInWords({ name, explanation: { kind, nodes, groups } }: ExplainedObject): string {
  const [first = ''] = groups[0]?.nodes ?? [];
  if (kind === 'allocated') return `${name} fits on ${first}:`;
  if (kind !== 'unallocatable' || nodes.length === 0) return `${name}:`;
  if (nodes.length === 1) return `${name} does not fit on ${first}:`;
  return `${name} fits on none of the ${count(nodes.length, 'node')}; the closest is ${first}:`;
}

/** Returns the cause. Omits the general advice on filter rejections if a suggestion helps. */
export function causeInWords({ explanation }: ExplainedObject): string {
  const { groups, suggestions } = explanation;
  const { node = '', rejections = [], text } = nearestOf(explanation) ?? {};
  const general = rejectionsInWords(rejections, node);
  if (rejections.length === 0 || suggestions.length === 0 || text?.startsWith(general) !== true) return groups[0]?.text ?? '';
  return `${rejections.map((one) => rejectionInWords(one, node)).join('; ')}${text.slice(general.length)}`;
}

function nearestOf({ nodes, groups }: Explanation): NodeExplanation | undefined {
  return nodes.find(({ node }) => node === groups[0]?.nodes[0]);
}

/** Returns what to do first; undefined if no suggestion helps without giving up a requirement. */
export function adviceInWords({ explanation }: ExplainedObject): string | undefined {
  const { kind, suggestions } = explanation;
  const [first] = suggestions;
  if (kind === 'allocated' || kind === 'interrupted') return undefined;
  const change = first === undefined || first.givesUpGoal === true ? [] : [first.text];
  const advice = [...contextOfClaims(explanation), ...change];
  return advice.length === 0 ? undefined : advice.join(', or ');
}

/** Returns a text if there is no advice, with a hint to check; undefined if there is advice, or it is not needed. */
export function noAdviceInWords(explained: ExplainedObject): string | undefined {
  const { kind, nodes, suggestions } = explained.explanation;
  if (kind === 'allocated' || kind === 'interrupted' || adviceInWords(explained) !== undefined) return undefined;
  const missing = missingClassOf(explained.explanation);
  if (missing !== undefined)
    return `no small change helps: the input has no DeviceClass ${missing}. Is its driver installed, and are the DeviceClasses in the dump?`;
  if (suggestions.length > 0) return 'no small change helps without dropping a requirement';
  return kind === 'unallocatable' && nodes.length > 0 ? 'no small change helps' : undefined;
}

/** Returns the missing class, from the words of the allocator or the scheduler; undefined for other causes. */
function missingClassOf(explanation: Explanation): string | undefined {
  const { code, message = '' } = explanation.error ?? {};
  if (code === 'unknown-device-class') return RETRIEVED.exec(message)?.[1];
  return REJECTED.exec(explanation.groups[0]?.text ?? '')?.[1];
}

const RETRIEVED = /\bcould not retrieve device class ([^\s:]+):/;
const REJECTED = /\bdevice class (\S+) does not exist\b/;

/** Returns the mark of a suggestion that gives up a part of the request, to follow its text. */
export function goalRemark({ givesUpGoal }: Pick<Suggestion, 'givesUpGoal'>): string {
  return givesUpGoal === true ? ' (drops a requirement)' : '';
}

/** Returns advice that no patch can express, such as about feature gates and drivers. */
function contextOfClaims(explanation: Explanation): readonly string[] {
  const node = nearestOf(explanation);
  const losses = node?.requests.flatMap((request) => request.losses) ?? [];
  const gate =
    losses.find((loss) => loss.gate !== undefined)?.gate ?? DISABLED.exec(node?.error?.message ?? explanation.groups[0]?.text ?? '')?.[1];
  const driver = losses.find((loss) => loss.missingDriver !== undefined)?.missingDriver;
  const hasNone = node !== undefined && node.requests.length > 0 && node.requests.every(({ total }) => total === 0);
  return [
    ...(gate === undefined ? [] : [`enable the feature gate ${gate} if the cluster supports it`]),
    ...(driver === undefined ? [] : [`install the driver ${driver} on the nodes that have its devices`]),
    ...(hasNone ? ['install a driver that publishes devices as ResourceSlices'] : []),
  ];
}

/** Matches the disabled gate in an error of the allocator. */
const DISABLED = /\bthe (DRA\w+) feature is disabled$/;

/** Returns whether an object is the explained claim. Its name is then not repeated. */
export function isPlain({ kind, namespace, name }: ObjectPatch['object'], { object }: ExplainedObject): boolean {
  return kind === 'ResourceClaim' && object['kind'] === kind && object['namespace'] === namespace && object['name'] === name;
}
