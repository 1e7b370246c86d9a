// A trace played by hand: what a report says happened is done to a cluster that was never forked, with the calls that everybody has. Each pod that was placed has
// to be placed there by `filter`, and each that is pending has to fit nowhere, after each time at which something happened.

import type { Cluster } from '../../src/index.js';
import type { EventJson, LogEntry, Report } from '../../src/planning/index.js';
import type { RandomTrace } from './random-traces.js';

type Named = { readonly kind: string; readonly metadata: { readonly name: string }; readonly spec: Record<string, unknown> };

/** Lists what differs. */
export function differencesByHand({ objects, events }: RandomTrace, report: Report, cluster: Cluster): readonly string[] {
  return new Hand(objects as readonly Named[], cluster).play(events, report);
}

class Hand {
  readonly #cluster: Cluster;
  readonly #nodes = new Map<string, Named>();
  readonly #templates = new Map<string, object>();
  readonly #pods = new Map<string, { readonly pod: object; isPlaced: boolean }>();
  readonly #wrong: string[] = [];

  constructor(objects: readonly Named[], cluster: Cluster) {
    this.#cluster = cluster;
    cluster.apply(objects as never);
    for (const object of objects) if (object.kind === 'Node') this.#nodes.set(object.metadata.name, object);
  }

  play(events: readonly EventJson[], { log, samples }: Report): readonly string[] {
    const times = [...new Set([...events.map(({ at }) => Number(at)), ...log.map(({ at }) => at)])].sort((left, right) => left - right);
    for (const time of times) {
      for (const event of events) if (Number(event.at) === time) this.#change(event);
      for (const entry of log) if (entry.at === time) this.#follow(entry);
      this.#checkPending(time);
      const sample = samples.find(({ at }) => at === time);
      const placed = [...this.#pods.values()].filter(({ isPlaced }) => isPlaced).length;
      if (sample?.placed !== placed || sample.pending !== this.#pods.size - placed)
        this.#wrong.push(`${time}: the sample has ${sample?.placed} placed, not ${placed}`);
    }
    return this.#wrong;
  }

  #change({ apply, drain, cordon, uncordon, taint, untaint }: EventJson): void {
    const object = apply as Named | undefined;
    if (object?.kind === 'Pod') this.#templates.set(object.metadata.name, object.spec);
    else if (object?.kind === 'Deployment') this.#templates.set(object.metadata.name, (object.spec['template'] as { spec: object }).spec);
    else if (object !== undefined) this.#cluster.apply([object as never]);
    for (const name of [drain, cordon]) if (name !== undefined) this.#setNode(name as string, { unschedulable: true });
    if (uncordon !== undefined) this.#setNode(uncordon as string, { unschedulable: false });
    const tainted = (taint ?? untaint) as { readonly node: string; readonly key: string; readonly effect?: string } | undefined;
    if (tainted !== undefined)
      this.#setNode(tainted.node, { taints: taint === undefined ? [] : [{ key: tainted.key, effect: tainted.effect }] });
  }

  #setNode(name: string, spec: object): void {
    const before = this.#nodes.get(name) as Named;
    const node = { ...before, spec: { ...before.spec, ...spec } };
    this.#nodes.set(name, node);
    this.#cluster.apply([node as never]);
  }

  #follow({ at, what, pod: name, node }: LogEntry): void {
    const known = this.#pods.get(name);
    if (what === 'created') {
      const short = name.replace('default/', '');
      const spec = this.#templates.get(short) ?? this.#templates.get(short.replace(/-\d+$/, ''));
      this.#pods.set(name, { pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: short }, spec }, isPlaced: false });
    } else if (known === undefined) this.#wrong.push(`${at}: ${what} ${name}, which is not there`);
    else if (what === 'placed') {
      const result = this.#cluster.filter({ pod: known.pod as never });
      const best = result.kind === 'complete' ? result.best : undefined;
      if (best !== node) this.#wrong.push(`${at}: ${name} was placed on ${node}, not on ${best}`);
      if (node !== undefined && best !== undefined) this.#cluster.bind(known.pod as never, node, result.outcome(node));
      known.isPlaced = true;
    } else if (what !== 'pending') {
      this.#cluster.unbind(known.pod as never);
      this.#pods.delete(name);
    }
  }

  #checkPending(time: number): void {
    for (const [name, { pod, isPlaced }] of this.#pods) {
      if (isPlaced) continue;
      const result = this.#cluster.filter({ pod: pod as never });
      if (result.kind === 'complete' && result.best !== undefined)
        this.#wrong.push(`${time}: ${name} is pending, and ${result.best} would do`);
    }
  }
}
