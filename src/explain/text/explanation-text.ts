// Formats explanations for people: the cause and the first remedy, then the closest node with its devices, the other nodes by cause, and
// helpful changes.

import type { ObjectJson } from '../../core/api/object-json.js';
import { checkAmount, checkFields, checkFlag, optional } from '../../core/base/arguments.js';
import { printable } from '../../core/base/printable.js';
import { type Style, styled, withoutStyles } from '../../core/base/styled-text.js';
import { count, some } from '../../core/base/words.js';
import { textWidth, wrap } from '../../core/base/wrap.js';
import type { Explanation, Loss, NodeExplanation, NodeGroup, ObjectPatch, RequestExplanation, Suggestion } from '../explanation.js';
import { nearestFirst } from '../losses.js';
import { requestInWords } from '../request-names.js';
import { checkExplanation, checkNamed } from './check-explanation.js';
import { adviceInWords, causeInWords, type ExplainedObject, isPlain, noAdviceInWords, verdictInWords } from './headline.js';

/** The most causes, groups of nodes and suggestions listed; -o wide lists all. */
const MAX_LOSSES = 8;
const MAX_GROUPS = 5;
const MAX_SUGGESTIONS = 5;

/** The most node names listed; the others are counted. */
const MAX_NODES = 3;

const INDENT = '  ';

/** The layout of the text. */
interface TextLooks {
  /** The columns of a line. */
  readonly width: number;
  /** True to omit nothing. */
  readonly wide: boolean;
}

/** The layout of the text that {@link explanationText} returns. */
export interface ExplanationTextOptions {
  /** The columns of a line, at least 40. Default: 100. */
  readonly width?: number;
  /** True to list all causes, nodes and suggestions, as `-o wide` of the command does. Default: the first ones, and the number of the others. */
  readonly wide?: boolean;
}

/**
 * Returns an explanation in words, as the command `explain` prints it. The cause and the remedy come first, then the closest node with its
 * devices, the other nodes by cause, and helpful changes. `object`: the explained pod or claim. Lines end with a line feed.
 * @example
 * ```ts
 * import { createAllocator, explanationText } from 'dra-allocator';
 *
 * const cluster = (await createAllocator()).cluster();
 * cluster.apply([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' }, spec: { unschedulable: true } }]);
 * const spec = { containers: [{ name: 'web', image: 'web' }] };
 * const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace: 'shop' }, spec };
 * console.log(explanationText(cluster.explain({ pod }), pod).split('\n')[0]); // pod shop/web does not fit on a: node a is cordoned
 * ```
 */
export function explanationText(explanation: Explanation, object: ObjectJson, options: ExplanationTextOptions = {}): string {
  checkExplanation(explanation, 'explanationText(explanation)');
  checkNamed(object, 'explanationText(object)');
  checkFields(options, 'explanationText(options)', ['width', 'wide']);
  optional(checkAmount)(options.width, 'width');
  optional(checkFlag)(options.wide, 'wide');
  const { width, wide = false } = options;
  const { kind = isClaim(object) ? CLAIM : 'Pod', metadata } = object;
  const { namespace = 'default', name = '' } = metadata ?? {};
  const named = `${kind === CLAIM ? 'claim' : kind.toLowerCase()} ${namespace}/${name}`;
  const explained = { name: named, object: { kind, namespace, name }, explanation };
  return withoutStyles(styledExplanations([explained], { width: textWidth(width), wide }));
}

const CLAIM = 'ResourceClaim';

/** Returns whether an object without a kind has the spec of a claim. */
function isClaim(object: ObjectJson & { readonly spec?: unknown }): boolean {
  return typeof object.spec === 'object' && object.spec !== null && Object.hasOwn(object.spec, 'devices');
}

/** Returns the text of explanations, with style marks. */
export function styledExplanations(explained: readonly ExplainedObject[], looks: TextLooks): string {
  return explained.map((one) => new TextWriter(one, looks).text()).join('\n');
}

class TextWriter {
  readonly #explained: ExplainedObject;
  readonly #looks: TextLooks;
  readonly #lines: string[] = [];

  constructor(explained: ExplainedObject, looks: TextLooks) {
    this.#explained = explained;
    this.#looks = looks;
  }

  text(): string {
    const { explanation } = this.#explained;
    this.#cause(explanation);
    const [nearest, ...others] = explanation.groups;
    const node = explanation.nodes.find(({ node: name }) => name === nearest?.nodes[0]);
    if (node !== undefined && nearest !== undefined) this.#node(node, nearest);
    if (node?.kind !== 'allocated') {
      this.#otherNodes(others);
      this.#suggestions(explanation.suggestions);
    }
    return this.#lines.join('');
  }

  /** Writes the cause and the remedy. */
  #cause({ kind }: Explanation): void {
    const verdict = printable(verdictInWords(this.#explained));
    this.#write(`${styled(STYLES[kind], verdict)} ${printable(causeInWords(this.#explained))}`, '', INDENT);
    const advice = adviceInWords(this.#explained);
    if (advice !== undefined) this.#write(`${styled('help', 'try:')} ${printable(advice)}`, INDENT, INDENT.repeat(2));
    const none = noAdviceInWords(this.#explained);
    if (none !== undefined) this.#write(printable(none), INDENT, INDENT.repeat(2));
  }

  #node(node: NodeExplanation, { nodes: equalNodes }: NodeGroup): void {
    const others =
      node.kind === 'allocated' || equalNodes.length === 1 ? '' : `, and ${nameNodes(equalNodes.slice(1))} for the same reason`;
    if (node.node !== '') this.#write(`${styled('heading', printable(node.node))}${printable(others)}`, '', INDENT);
    for (const { claim, device, why, ...named } of node.kind === 'allocated' ? (node.picks ?? []) : []) {
      this.#item(`${inClaim(node, claim, requestInWords(named))}: ${device.device} of ${device.driver}, pool ${device.pool}: ${why}`);
    }
    const rejections = (node.rejections ?? []).map(({ message, detail }) => (detail === undefined ? message : `${message}: ${detail}`));
    for (const rejection of rejections) if (rejection !== node.text) this.#item(rejection);
    for (const { claim, reason } of node.unavailable) this.#item(`claim ${claim} is already allocated, but ${reason}`);
    if (node.kind !== 'allocated' || this.#looks.wide) for (const request of node.requests) this.#request(request, node);
    for (const { pool, problem } of node.pools) this.#item(`pool ${pool} is ignored, since it is ${problem}`);
    const { conflict } = node;
    if (conflict !== undefined && conflict.text !== node.text) this.#item(conflict.text);
  }

  /** Writes the devices of the cluster, the causes that exclude them, and the number left. */
  #request(counted: RequestExplanation, node: NodeExplanation): void {
    const { claim, wanted, total, left, losses } = counted;
    const needed = wanted === 'All' ? 'all devices' : count(wanted, 'device');
    this.#item(
      `${inClaim(node, claim, requestInWords(counted))} needs ${needed}; ${left} of ${total} ${left === 1 ? 'is' : 'are'} available`,
    );
    // The loss closest to an allocation comes first.
    const nearest = nearestFirst(losses);
    const shown = this.#looks.wide ? nearest : nearest.slice(0, MAX_LOSSES);
    const others = losses.length - shown.length;
    const width = String(total).length;
    const row = (number: number, what: string): void => {
      const start = `${INDENT.repeat(2)}${String(number).padStart(width)}${INDENT}`;
      this.#write(printable(what), start, ' '.repeat(start.length));
    };
    for (const { count: number, detail } of shown) row(number, detail);
    if (others > 0) row(sumOf(losses) - sumOf(shown), `for ${count(others, 'other reason')}, see -o wide`);
  }

  #otherNodes(groups: readonly NodeGroup[]): void {
    const shown = this.#looks.wide ? groups : groups.slice(0, MAX_GROUPS);
    for (const { nodes, text } of shown) {
      const first = this.#explained.explanation.nodes.find(({ node }) => node === nodes[0]);
      const fits = first?.kind === 'allocated' ? 'it would fit: ' : '';
      this.#write(`${styled('heading', printable(nameNodes(nodes)))}: ${fits}${printable(text)}`, '', INDENT);
    }
    const left = groups.slice(shown.length).flatMap(({ nodes }) => nodes);
    if (left.length > 0) this.#write(`${count(left.length, 'more node')} for other reasons, see -o wide`);
  }

  #suggestions(suggestions: readonly Suggestion[]): void {
    if (suggestions.length === 0) return;
    const shown = this.#looks.wide ? suggestions : suggestions.slice(0, MAX_SUGGESTIONS);
    this.#write(styled('help', suggestions.length === 1 ? 'This would help:' : 'Each of these would help:'));
    const width = String(shown.length).length;
    shown.forEach((suggestion, index) => {
      const start = `${INDENT}${String(index + 1).padStart(width)}${INDENT}`;
      this.#write(printable(`${suggestion.text}${this.#remark(suggestion)}`), start, ' '.repeat(start.length));
    });
    const more = suggestions.length - shown.length;
    if (more > 0) this.#write(`${INDENT}${more} more, see -o wide`);
  }

  /** Returns remarks on a suggestion: the changed objects unless the text names them, who can change them, and whether a requirement is dropped. */
  #remark({ text, by, patches, givesUpGoal }: Suggestion): string {
    const others = patches.map(({ object }) => object).filter((object) => !isPlain(object, this.#explained) && !isNamedIn(text, object));
    const objects = others.map(({ kind, namespace, name }) => `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`);
    const remarks = [...(objects.length === 0 ? [] : [some(objects, MAX_NODES)]), ...(by === 'admin' ? ['needs cluster admin'] : [])];
    if (givesUpGoal === true) remarks.push('drops a requirement');
    return remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
  }

  #item(text: string): void {
    this.#write(printable(text), INDENT, INDENT.repeat(2));
  }

  #write(text: string, first = '', rest = first): void {
    this.#lines.push(wrap(text, this.#looks.width, { first, rest }));
  }
}

const STYLES: Readonly<Record<Explanation['kind'], Style>> = {
  allocated: 'good',
  unallocatable: 'error',
  interrupted: 'warning',
  error: 'error',
};

/** Words for objects in suggestions, in addition to their kinds. A request or a container may share the name of an object. */
const NOUNS: ReadonlySet<string> = new Set(['node', 'pod', 'claim', 'template', 'class', 'pool']);

/** Returns whether a text names an object. */
function isNamedIn(text: string, { kind, name }: ObjectPatch['object']): boolean {
  const words = text.split(/[\s,:]+/);
  return words.some((word, index) => {
    const before = words[index - 1] ?? '';
    return (word === name || word.endsWith(`/${name}`)) && (before === kind || NOUNS.has(before));
  });
}

function sumOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, { count: number }) => sum + number, 0);
}

/** Names a request, with its claim if the node is explained for several. */
function inClaim({ requests, unavailable, picks = [] }: NodeExplanation, claim: string, request: string): string {
  const isOne = [requests, unavailable, picks].every((parts) => parts.every((part) => part.claim === claim));
  return isOne ? request : `claim ${claim}, ${request}`;
}

function nameNodes(nodes: readonly string[]): string {
  return some(nodes, MAX_NODES);
}
