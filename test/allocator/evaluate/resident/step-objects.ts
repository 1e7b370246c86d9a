// Makes the objects of a history: nodes, classes, rules, slices, and claims that hold devices.

import type { Random } from '../../../differential/generate/random.js';
import { claim, deviceClass, node, request, slice } from '../../../support/objects.js';
import type { History } from './history.js';
import type { ClaimMaker } from './step-claims.js';
import { DRIVERS, StepParts } from './step-parts.js';

type Fields = Readonly<Record<string, unknown>>;

export class ObjectMaker extends StepParts {
  readonly #claims: ClaimMaker;

  constructor(history: History, random: Random, claims: ClaimMaker) {
    super(history, random);
    this.#claims = claims;
  }

  /** The share of devices that have a list: zero in some histories, high in others. */
  get #lists(): number {
    return (this.history.seed % 3) * 0.3;
  }

  /** Returns objects to apply or to remove. */
  objects(): object[] {
    const random = this.random;
    const { cards = 0 } = this.history.style;
    if (cards > 0 && random.chance(0.3)) return this.#cards(this.nodeName());
    const choice = random.next();
    if (choice < 0.2) return [this.node(this.nodeName())];
    if (choice < 0.68) return random.times(random.pick([1, 1, 1, 2, 3]), () => this.#slice());
    if (choice < 0.73) return [random.pick(this.classes())];
    if (choice < 0.77) return [this.#rule()];
    if (choice < 0.85) return [random.chance(0.15) ? this.holderOfAll() : this.holder()];
    if (choice < 0.92) return this.#split();
    const name = this.nodeName();
    return [this.node(name), this.localSlice(name)];
  }

  node(name: string): object {
    const random = this.random;
    const labels = random.chance(0.5) ? { zone: random.pick(['a', 'b']) } : {};
    return node(name, labels, random.chance(0.5) ? { declaredFeatures: ['DRAOptionalNodeOperations'] } : {});
  }

  classes(): object[] {
    const random = this.random;
    const some = (name: string): object => deviceClass(name, random.chance(0.7) ? undefined : this.selector());
    const config = { config: [{ opaque: { driver: DRIVERS[0], parameters: { of: random.integer(0, 1) } } }] };
    return [
      deviceClass('any'),
      some('k1'),
      deviceClass('k2', random.chance(0.4) ? undefined : this.selector(), random.chance(0.5) ? config : {}),
    ];
  }

  #rule(): object {
    const random = this.random;
    const deviceSelector = random.pick([
      {},
      { driver: random.pick(DRIVERS) },
      { device: `x${random.integer(0, 3)}` },
      { pool: this.nodeName() },
    ]);
    return {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceTaintRule',
      metadata: { name: `r${random.integer(0, 1)}` },
      spec: { deviceSelector, taint: this.#taint() },
    };
  }

  #taint(): object {
    return { key: this.random.pick(['k', 'l']), value: 'v', effect: this.random.pick(['NoSchedule', 'NoExecute', 'None']) };
  }

  /** Returns the initial slices of a node. */
  pool(name: string): object[] {
    const { cards = 0 } = this.history.style;
    return cards > 0 && this.random.chance(cards) ? this.#cards(name) : [this.localSlice(name)];
  }

  /** Returns a pool of a node with counters that its devices consume, sometimes together with devices of another node. */
  #cards(name: string): object[] {
    const random = this.random;
    const others = random.chance(0.3) ? [this.nodeName()] : [];
    const pool = { name: random.chance(0.8) ? name : 'p', generation: random.pick([1, 1, 2]), resourceSliceCount: 2 + others.length };
    const sharedCounters = [{ name: 'set', counters: { mem: { value: String(random.integer(1, 6)) } } }];
    const drawing = this.#devices().map((device) => ({
      ...device,
      ...(random.chance(0.85)
        ? { consumesCounters: [{ counterSet: 'set', counters: { mem: { value: random.pick(['1', '1', '2']) } } }] }
        : {}),
    }));
    const where = { driver: DRIVERS[0], nodeName: name, pool };
    const counters = slice(`c-${name}`, [], { ...where, sharedCounters });
    const own = slice(`s-${name}`, drawing, where);
    const theirs = drawing.map((device) => ({ ...device, name: `y-${device.name}` }));
    return [counters, own, ...others.map((nodeName) => slice(`o-${name}`, theirs, { ...where, nodeName }))];
  }

  /** Returns the only pool of a node. */
  localSlice(name: string): object {
    return slice(`s-${name}`, this.#devices(), { driver: DRIVERS[0], nodeName: name, pool: { name } });
  }

  #slice(): object {
    const random = this.random;
    if (!this.odd() && random.chance(0.6)) return this.localSlice(this.nodeName());
    const driver = this.odd() ? DRIVERS[1] : DRIVERS[0];
    const name = random.pick(['t0', 't1', 't2', 't3', `s-${this.nodeName()}`]);
    const pool = {
      name: random.chance(0.5) ? this.nodeName() : random.pick(['a', 'p', 'q']),
      generation: random.pick([1, 1, 1, 2]),
      resourceSliceCount: random.pick([1, 1, 1, 2]),
    };
    const counters = this.odd() && random.chance(0.5);
    const more = {
      ...(this.odd() ? { skipNodeOperations: ['*'] } : {}),
      ...(counters ? { sharedCounters: [{ name: 'set', counters: { mem: { value: String(random.integer(1, 4)) } } }] } : {}),
    };
    const where = this.#where();
    const devices = counters ? [] : this.#devices('perDeviceNodeSelection' in where);
    return slice(name, devices, { driver, ...where, pool, ...more });
  }

  /** Returns a pool of two slices: both on a node, or on two. */
  #split(): object[] {
    const random = this.random;
    const name = this.nodeName();
    const pool = { name: random.pick([name, 'p']), generation: random.pick([1, 2]), resourceSliceCount: 2 };
    const second = random.chance(0.7) ? name : this.nodeName();
    const both = [name, second].map((nodeName, index) =>
      slice(`${random.pick(['s', 'u'])}-${name}-${index}`, this.#devices(false, index * 3), { driver: DRIVERS[0], nodeName, pool }),
    );
    return random.chance(0.8) ? both : both.slice(0, 1);
  }

  #where(): Fields {
    const random = this.random;
    const choice = random.next();
    if (choice < 0.5) return { nodeName: this.nodeName() };
    if (choice < 0.72) return { allNodes: true };
    if (choice < 0.9 || !this.odd()) return { nodeSelector: this.#nodeSelector() };
    return { perDeviceNodeSelection: true };
  }

  #nodeSelector(): object {
    const random = this.random;
    const zone = { key: 'zone', operator: 'In', values: [random.pick(['a', 'b'])] };
    const term = random.pick([
      { matchExpressions: [zone] },
      { matchExpressions: [{ key: 'zone', operator: 'Exists' }] },
      { matchFields: [{ key: 'metadata.name', operator: 'In', values: [this.nodeName()] }] },
    ]);
    if (!this.odd()) return { nodeSelectorTerms: [term] };
    if (random.chance(0.6)) return { nodeSelectorTerms: [term, { matchExpressions: [zone] }] };
    return { nodeSelectorTerms: [{ matchExpressions: [{ ...zone, operator: 'Wrong' }] }] };
  }

  #devices(choosesNodes = false, first = 0): (Fields & { readonly name: unknown })[] {
    const random = this.random;
    const most = this.history.style.devices;
    const count = random.chance(0.1) ? 0 : random.integer(1, most);
    return random.times(count, (index) => ({ ...this.#device(`x${first + index}`), ...(choosesNodes ? this.#where() : {}) }));
  }

  #device(name: string): Fields & { readonly name: unknown } {
    const random = this.random;
    const { shared = 0 } = this.history.style;
    const attributes: Record<string, unknown> = {};
    if (random.chance(0.9)) attributes['model'] = { string: random.pick(['a', 'b']) };
    if (random.chance(0.9)) attributes['numa'] = { int: random.integer(0, 2) };
    if (random.chance(0.3)) attributes['d1.example.com/root'] = { string: random.pick(['r0', 'r1']) };
    else if (random.chance(this.#lists)) attributes['root'] = { strings: random.some(['r0', 'r1', 'r2', 'r3', 'r4'], 0.4) };
    if (this.odd()) attributes['numa'] = random.pick([{ version: '1.2.3' }, { bool: true }, { ints: [1] }, { string: '1' }]);
    const capacity = random.chance(0.4) ? { mem: { value: random.pick(['1', '2', '4']), ...this.#policy() } } : undefined;
    return {
      name: this.odd() && random.chance(0.1) ? 'x0' : name,
      attributes,
      ...(capacity === undefined ? {} : { capacity }),
      ...(this.odd() || random.chance(shared) ? { allowMultipleAllocations: true } : {}),
      ...(random.chance(0.08) ? { taints: [this.#taint()] } : {}),
      ...(this.odd() ? { bindingConditions: random.pick([[], ['Ready']]), bindingFailureConditions: ['Failed'] } : {}),
      ...(this.odd() ? { consumesCounters: [{ counterSet: 'set', counters: { mem: { value: '1' } } }] } : {}),
      ...(this.odd() ? { bindsToNode: true } : {}),
    };
  }

  #policy(): Fields {
    if (!this.odd()) return {};
    return {
      requestPolicy: this.random.pick([
        { default: '1' },
        { default: '1', validValues: ['1', '2'] },
        { default: '1', validRange: { min: '1' } },
      ]),
    };
  }

  /** Returns a claim that is allocated already. */
  holder(): object {
    const random = this.random;
    const results = random.times(random.integer(1, 2), () => ({
      request: 'a',
      driver: random.pick(DRIVERS),
      pool: random.pick([this.nodeName(), this.nodeName(), 'a', 'p']),
      device: `x${random.integer(0, 3)}`,
      ...(this.odd() ? { adminAccess: true } : {}),
      ...(random.chance(0.1) ? { shareID: random.pick(['one', 'two']), consumedCapacity: { mem: random.pick(['1', '-1']) } } : {}),
      ...(this.odd() ? { bindingConditions: ['Ready'], bindingFailureConditions: [] } : {}),
    }));
    const where = random.chance(0.3)
      ? { nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [this.nodeName()] }] }] } }
      : {};
    const allocationTimestamp = random.pick(['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z']);
    return { ...this.#claims.claim(0), status: { allocation: { devices: { results }, allocationTimestamp, ...where } } };
  }

  /** Returns a claim that holds all or nearly all devices, so that no claim fits anywhere. */
  holderOfAll(): object {
    const random = this.random;
    const { nodes, devices } = this.history.style;
    const pools = [...Array.from({ length: nodes }, (_, index) => `n${index}`), 'a', 'p', 'q'];
    const each = (driver: string): object[] =>
      pools.flatMap((pool) => Array.from({ length: devices + 4 }, (_, index) => ({ request: 'a', driver, pool, device: `x${index}` })));
    const results = [...each(DRIVERS[0] as string), ...(random.chance(0.5) ? each(DRIVERS[1] as string) : [])];
    return {
      ...claim('all', [request('a')]),
      status: { allocation: { devices: { results: random.chance(0.3) ? results.slice(1) : results } } },
    };
  }
}
