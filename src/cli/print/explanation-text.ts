// Explanations for people: the cause and what to do first, then the nearest node with what became of its devices, the other nodes by cause, and what would help.

import { count, some } from '../../base/words.js';
import type { Explanation, Loss, NodeExplanation, NodeGroup, RequestExplanation, Suggestion } from '../../explain/explanation.js';
import { nearestFirst } from '../../explain/losses.js';
import { requestInWords } from '../../explain/request-names.js';
import { printable } from '../terminal/printable.js';
import { type Style, styled } from '../terminal/styles.js';
import type { Explained } from './explained.js';
import { adviceInWords, causeInWords, isPlain, noAdviceInWords, verdictInWords } from './verdict.js';
import { wrap } from './wrap.js';

/** More causes, groups of nodes and suggestions are only counted; -o wide has them all. */
const MAX_LOSSES = 8;
const MAX_GROUPS = 5;
const MAX_SUGGESTIONS = 5;

/** More names of nodes are only counted. */
const MAX_NODES = 3;

const INDENT = '  ';

/** The looks of the text. */
export interface TextLooks {
  /** Columns that a line may have. */
  readonly width: number;
  /** Everything is told, however much it is. */
  readonly wide: boolean;
}

/** The text of explanations, with marks of styles. */
export function explanationText(explained: readonly Explained[], looks: TextLooks): string {
  return explained.map((one) => new TextWriter(one, looks).text()).join('\n');
}

class TextWriter {
  readonly #explained: Explained;
  readonly #looks: TextLooks;
  readonly #lines: string[] = [];

  constructor(explained: Explained, looks: TextLooks) {
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

  /** The cause, and what to do about it. */
  #cause({ kind }: Explanation): void {
    const verdict = printable(verdictInWords(this.#explained));
    this.#write(`${styled(STYLES[kind], verdict)} ${printable(causeInWords(this.#explained))}`, '', INDENT);
    const advice = adviceInWords(this.#explained);
    if (advice !== undefined) this.#write(`${styled('help', 'try:')} ${printable(advice)}`, INDENT, INDENT.repeat(2));
    const none = noAdviceInWords(this.#explained);
    if (none !== undefined) this.#write(printable(none), INDENT, INDENT.repeat(2));
  }

  #node(node: NodeExplanation, { nodes: alike }: NodeGroup): void {
    const others = node.kind === 'allocated' || alike.length === 1 ? '' : `, and for the same cause ${nameNodes(alike.slice(1))}`;
    if (node.node !== '') this.#write(`${styled('heading', printable(node.node))}${printable(others)}`);
    for (const { claim, device, why, ...named } of node.kind === 'allocated' ? (node.picks ?? []) : []) {
      const name = this.#inClaim(claim, requestInWords(named));
      this.#item(`${name}: ${device.device} of ${device.driver}, pool ${device.pool}: ${why}`);
    }
    const rejections = (node.rejections ?? []).map(({ message, detail }) => (detail === undefined ? message : `${message}: ${detail}`));
    for (const rejection of rejections) if (rejection !== node.text) this.#item(rejection);
    for (const { claim, reason } of node.unavailable) this.#item(`claim ${claim} is allocated already, and ${reason}`);
    if (node.kind !== 'allocated' || this.#looks.wide) for (const request of node.requests) this.#request(request);
    for (const { pool, problem } of node.pools) this.#item(`pool ${pool} does not count, it is ${problem}`);
    const { conflict } = node;
    if (conflict !== undefined && conflict.text !== node.text) this.#item(conflict.text);
  }

  /** The funnel: the devices of the cluster, what takes them away, and what is left. */
  #request(counted: RequestExplanation): void {
    const { claim, wanted, total, left, losses } = counted;
    const wants = wanted === 'All' ? 'all devices' : count(wanted, 'device');
    this.#item(
      `${this.#inClaim(claim, requestInWords(counted))} wants ${wants}, and ${left === 0 ? 'none' : left} of ${total} can be picked`,
    );
    // The loss that is nearest to an allocation comes first.
    const nearest = nearestFirst(losses);
    const shown = this.#looks.wide ? nearest : nearest.slice(0, MAX_LOSSES);
    const others = losses.length - shown.length;
    const width = String(total).length;
    const row = (number: number, what: string): void => {
      const start = `${INDENT.repeat(2)}${String(number).padStart(width)}${INDENT}`;
      this.#write(printable(what), start, ' '.repeat(start.length));
    };
    for (const { count: number, detail } of shown) row(number, detail);
    if (others > 0) row(sumOf(losses) - sumOf(shown), `for ${count(others, 'other cause')}, see -o wide`);
  }

  #otherNodes(groups: readonly NodeGroup[]): void {
    const shown = this.#looks.wide ? groups : groups.slice(0, MAX_GROUPS);
    for (const { nodes, text } of shown) {
      const first = this.#explained.explanation.nodes.find(({ node }) => node === nodes[0]);
      const fits = first?.kind === 'allocated' ? 'it would fit: ' : '';
      this.#write(`${styled('heading', printable(nameNodes(nodes)))}: ${fits}${printable(text)}`, '', INDENT);
    }
    const left = groups.slice(shown.length).flatMap(({ nodes }) => nodes);
    if (left.length > 0) this.#write(`${count(left.length, 'more node')} for other causes, see -o wide`);
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

  /** The objects that change, unless it is the claim or the words tell, who can change them, and whether a part of the request is given up. */
  #remark({ text, by, patches, givesUpGoal }: Suggestion): string {
    const others = patches.map(({ object }) => object).filter((object) => !isPlain(object, this.#explained) && !text.includes(object.name));
    const objects = others.map(({ kind, namespace, name }) => `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}`);
    const remarks = [...(objects.length === 0 ? [] : [some(objects, MAX_NODES)]), ...(by === 'admin' ? ["the cluster's admin"] : [])];
    if (givesUpGoal === true) remarks.push('gives up the goal');
    return remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
  }

  /** The name of a request, with its claim where there are several. */
  #inClaim(claim: string, request: string): string {
    return this.#explained.claims.length > 1 ? `claim ${claim}, ${request}` : request;
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

function sumOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, { count: number }) => sum + number, 0);
}

function nameNodes(nodes: readonly string[]): string {
  return some(nodes, MAX_NODES);
}
