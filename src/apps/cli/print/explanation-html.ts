// Explanations as a self-contained page: one file without scripts.

import { count, some } from '../../../core/base/words.js';
import type { Explanation, NodeExplanation, NodeGroup, RequestExplanation, Suggestion } from '../../../explain/explanation.js';
import { requestInShort, requestInWords } from '../../../explain/request-names.js';
import { adviceInWords, causeInWords, goalRemark, noAdviceInWords } from '../../../explain/text/headline.js';
import type { InventoryPool } from '../inventory/inventory.js';
import type { ClusterPicture } from './cluster-picture.js';
import type { Explained } from './explained.js';
import { conflictPicture } from './explanation-conflict.js';
import { EXPLANATION_STYLE } from './explanation-style.js';
import { cut, DeviceFates, legendOf, TileBudget, type TileState } from './explanation-tiles.js';
import { type Html, html } from './html.js';
import { pageOf } from './page.js';

/** The most items of each kind; others are only counted. A page about a large cluster must open on a phone. */
const MAX_TILES = 3000;
const MAX_SUBJECTS = 20;
const MAX_GROUPS = 30;
const MAX_NODES = 20;
const MAX_NAMED = 6;
const MAX_LOSSES = 40;
const MAX_SUGGESTIONS = 20;
const MAX_PATCH = 4000;

/** Returns the page. */
export function explanationPage(explained: readonly Explained[], picture: ClusterPicture): string {
  const budget = new TileBudget(MAX_TILES);
  const shown = explained.slice(0, MAX_SUBJECTS);
  const [only, ...others] = shown;
  const fitting = explained.filter(({ explanation: { kind } }) => kind === 'allocated').length;
  const title = only !== undefined && others.length === 0 ? headingOf(only) : `${explained.length} pods and claims, ${fitting} of them fit`;
  // The first one that does not fit is shown open. The others open on a click.
  const open = shown.find(({ explanation: { kind } }) => kind !== 'allocated') ?? only;
  const subjects = shown.map((one) => {
    const inside = subject(one, new NodeWriter(one, picture, budget));
    if (others.length === 0) return html`<section class="subject">${inside}</section>\n`;
    return html`<details class="subject"${one === open ? html` open` : undefined}><summary><h2>${cut(headingOf(one))}</h2></summary>${inside}</details>\n`;
  });
  const more =
    explained.length > shown.length ? html`<p class="soft">${explained.length - shown.length} more are not shown.</p>` : undefined;
  return pageOf(cut(title), EXPLANATION_STYLE, html`${subjects}${more}`);
}

function headingOf({ name, explanation: { kind } }: Explained): string {
  return `${name} ${VERDICTS[kind]}`;
}

const VERDICTS: Readonly<Record<Explanation['kind'], string>> = {
  allocated: 'fits',
  unallocatable: 'does not fit',
  interrupted: 'was not decided',
  error: 'cannot be allocated: there is an error',
};

function subject(explained: Explained, nodes: NodeWriter): Html {
  const { explanation } = explained;
  const { kind, groups, suggestions } = explanation;
  const advice = adviceInWords(explained);
  const none = noAdviceInWords(explained);
  const [nearest, ...others] = groups;
  const node = explanation.nodes.find(({ node: name }) => name === nearest?.nodes[0]);
  const detailed = node && nearest && nodes.detailed(node, nearest);
  const found = kind === 'allocated' ? undefined : nodes.groups(others);
  const hasChanges = kind !== 'allocated' && suggestions.length > 0;
  return html`<p class="cause ${kind}">${causeInWords(explained)}</p>
<p class="soft">${scopeOf(explanation)}</p>
${advice && html`<p><strong>Try:</strong> ${advice}</p>`}${none && html`<p>${none}</p>`}
<div class="${hasChanges && detailed !== undefined ? 'columns' : 'column'}">
${hasChanges ? changes(suggestions, none !== undefined) : undefined}
<div>${detailed}${found}</div>
</div>
`;
}

/** Returns the nodes that the cause is about. */
function scopeOf({ kind, nodes, groups }: Explanation): string {
  const [first] = groups[0]?.nodes ?? [];
  if (first === undefined) return '';
  if (kind === 'allocated') return `on node ${first}`;
  return nodes.length < 2 ? `checked on node ${first}, the only node` : `on node ${first}, the closest of ${nodes.length}; no node fits`;
}

function changes(suggestions: readonly Suggestion[], areLarge: boolean): Html {
  const shown = suggestions.slice(0, MAX_SUGGESTIONS);
  const items = shown.map(({ text, by, patches, ...suggestion }) => {
    const objects = patches.map(
      ({ object: { kind, namespace, name } }) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    );
    const patch = JSON.stringify(patches, undefined, 2);
    return html`<li>${text}${goalRemark(suggestion)}<br><small class="soft">${by === 'admin' ? 'needs cluster admin' : 'in your manifests'}: ${cut(some(objects, 3))}</small>
<details><summary>patch</summary><pre tabindex="0">${linesIn(cut(patch, MAX_PATCH))}</pre></details></li>\n`;
  });
  const more = suggestions.length > shown.length ? html`<p class="soft">${suggestions.length - shown.length} more</p>` : undefined;
  return html`<aside class="changes" aria-label="Changes that help"><h2>${areLarge ? 'Larger changes' : suggestions.length === 1 ? 'This change helps' : 'Each of these changes helps'}</h2><ol>${items}</ol>${more}</aside>`;
}

/** Returns a text with its line breaks. Inside an escaped text, they would be shown as escapes. */
function linesIn(text: string): readonly Html[] {
  return text.split('\n').map((line) => html`${line}\n`);
}

/** Writes the nodes of one explanation. */
class NodeWriter {
  readonly #explained: Explained;
  readonly #picture: ClusterPicture;
  readonly #budget: TileBudget;
  /** The pools by node. The key undefined has the pools that several nodes can access. */
  readonly #pools = new Map<string | undefined, InventoryPool[]>();

  constructor(explained: Explained, picture: ClusterPicture, budget: TileBudget) {
    this.#explained = explained;
    this.#picture = picture;
    this.#budget = budget;
    for (const pool of picture.pools) this.#pools.set(pool.node, [...(this.#pools.get(pool.node) ?? []), pool]);
  }

  /** Returns the details of the node on which devices are allocated, or else of the closest node. */
  detailed(node: NodeExplanation, { nodes: equalNodes }: NodeGroup): Html {
    const { nodes } = this.#explained.explanation;
    const isNearest = node.kind !== 'allocated' && nodes.length > 1;
    const others = equalNodes.filter((name) => name !== node.node);
    const selectionRows = (node.kind === 'allocated' ? (node.picks ?? []) : []).map(
      ({ device, why, ...named }) =>
        html`<tr><th scope="row">${cut(requestInShort(named))}</th><td>${cut(`${device.device} of ${device.driver}, pool ${device.pool}`)}</td><td>${why}</td></tr>`,
    );
    const states = new Set<TileState>();
    const tiles = this.#tiles(node.node, new DeviceFates(node), states, true);
    return html`<section><h2>${cut(node.node)}${isNearest ? html` <span class="soft">nearest of ${count(nodes.length, 'node')}</span>` : undefined}</h2>
${others.length > 0 && node.kind !== 'allocated' ? html`<p class="soft">Other nodes with the same cause: ${some(others.map(cut), MAX_NAMED)}</p>` : undefined}
${reasons(node, causeInWords(this.#explained))}
${selectionRows.length === 0 ? undefined : html`<table class="picks"><thead><tr><th scope="col">request</th><th scope="col">device</th><th scope="col">why</th></tr></thead><tbody>${selectionRows}</tbody></table>`}
${node.conflict && conflictPicture(node.conflict, node, this.#explained.claims, this.#picture)}
${legendOf(states)}${tiles}
${node.requests.length === 0 ? undefined : html`<details class="counts"><summary>Devices by request</summary><div class="inside">${node.requests.map((request) => funnel(request, this.#explained.claims.length > 1))}</div></details>`}
</section>`;
  }

  /** Returns the other nodes, by cause. */
  groups(groups: readonly NodeGroup[]): Html | undefined {
    if (groups.length === 0) return undefined;
    const shown = groups.slice(0, MAX_GROUPS);
    const left = groups.slice(shown.length).reduce((sum, { nodes }) => sum + nodes.length, 0);
    return html`<section><h2>Other nodes</h2>${shown.map((group) => this.#group(group))}${left > 0 ? html`<p class="soft">${count(left, 'more node')} for other causes</p>` : undefined}</section>`;
  }

  #group({ nodes, text }: NodeGroup): Html {
    const names = nodes.slice(0, MAX_NODES);
    const inside = names.map((name) => {
      const node = this.#explained.explanation.nodes.find((each) => each.node === name);
      return html`<h3>${cut(name)}</h3>${node && reasons(node)}${this.#tiles(name, new DeviceFates(node ?? { kind: 'unallocatable', requests: [] }), new Set(), false)}`;
    });
    const more = nodes.length > names.length ? html`<p class="soft">and ${count(nodes.length - names.length, 'more node')}</p>` : undefined;
    return html`<details><summary>${nodes.length === 1 ? cut(nodes[0] ?? '') : count(nodes.length, 'node')}: ${text}</summary><div class="inside">${inside}${more}</div></details>`;
  }

  #tiles(node: string, fates: DeviceFates, states: Set<TileState>, withShared: boolean): readonly Html[] {
    const pools = [...(this.#pools.get(node) ?? []), ...(withShared ? (this.#pools.get(undefined) ?? []) : [])];
    return pools.map((pool) => {
      const size = this.#budget.take(pool.devices.length);
      const tiles = fates.groups(pool, pool.devices.slice(0, size), states);
      const more = size < pool.devices.length ? html`<p class="soft">${count(pool.devices.length - size, 'more device')}</p>` : undefined;
      const problem = pool.problem === undefined ? undefined : html` is ignored because it is ${pool.problem}`;
      const where = pool.node === undefined ? ' (several nodes)' : '';
      return html`<h3>pool ${cut(`${pool.driver}/${pool.pool}${where}`)}${problem}</h3>${tiles}${more}`;
    });
  }
}

/** Returns reasons other than counts of devices and the cause that is shown above. */
function reasons({ rejections = [], unavailable, pools }: NodeExplanation, cause = ''): Html | undefined {
  const all = [
    ...rejections.map(({ message, detail }) => (detail === undefined ? message : `${message}: ${detail}`)),
    ...unavailable.map(({ claim, reason }) => `claim ${claim} is already allocated, but ${reason}`),
    ...pools.map(({ pool, problem }) => `pool ${pool} is ignored, since it is ${problem}`),
  ];
  const items = all.filter((item) => !cause.startsWith(item));
  return items.length === 0 ? undefined : html`<ul>${items.slice(0, MAX_LOSSES).map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** Returns the devices of the cluster from the view of one request, with a row for each loss. */
function funnel(counted: RequestExplanation, namesClaim: boolean): Html {
  const { claim, wanted: requestedCount, total, left, losses } = counted;
  const needed = requestedCount === 'All' ? 'all devices' : count(requestedCount, 'device');
  // Bars only include local devices: in a large cluster the others would hide them.
  const here = losses.reduce((sum, loss) => sum - (loss.code === 'other-node' ? loss.count : 0), total);
  let rest = here;
  const rows = losses.slice(0, MAX_LOSSES).map(({ code, count: number, detail }) => {
    if (code !== 'other-node') rest -= number;
    const drawn = code === 'other-node' ? undefined : bar(here, rest, number);
    return html`<tr><td class="count">${number}</td><td class="bar">${drawn}</td><td>${detail}</td></tr>\n`;
  });
  return html`<h3>${namesClaim ? `claim ${cut(claim)}, ` : ''}${cut(requestInWords(counted))} needs ${needed}</h3>
<table class="funnel"><thead><tr><th scope="col">devices</th><td></td><th scope="col">why not</th></tr></thead>
<tbody>${rows}<tr class="left"><td class="count">${left}</td><td class="bar">${bar(here, 0, left, 'left')}</td><td>available, of ${total}</td></tr></tbody></table>\n`;
}

/** Returns a bar with the remaining devices, followed by the lost ones. */
function bar(total: number, rest: number, number: number, kind: 'lost' | 'left' = 'lost'): Html {
  const percent = (some: number): string => (total === 0 ? '0' : ((100 * some) / total).toFixed(2));
  return html`<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="${percent(rest)}" height="10"/><rect class="${kind}" x="${percent(rest)}" width="${percent(number)}" height="10"/></svg>`;
}
