// Random steps in the life of a cluster: objects that come, change and go, claims that are asked about, committed and released. A step
// depends on its number and on the history that it is part of, not on the steps before it, so that steps can be left out when a history is
// made smaller.

import { Random } from '../../differential/generate/random.js';
import { claim, deviceClass, firstAvailable, node, request, slice } from '../../support/objects.js';

type Fields = Readonly<Record<string, unknown>>;

/** All steps of a history share its seed and style. */
export interface History {
  readonly seed: number;
  readonly style: Style;
}

/** The distance of a history from node-local pools of dedicated devices, which are the ones that are solved together. */
export interface Style {
  /** The share of what is out of the ordinary. */
  readonly odd: number;
  readonly nodes: number;
  readonly devices: number;
  /** Claim signatures that come again and again. */
  readonly signatures: number;
  /** The share of pools whose devices take from counters, on one node or on two. */
  readonly cards?: number;
  /** The share of devices that can be shared. */
  readonly shared?: number;
}

/** A query: its claims, and how long it may take. */
export interface Asked {
  readonly claims: readonly object[];
  readonly prepared: boolean;
  readonly limits?: { readonly steps?: number; readonly milliseconds?: number };
  readonly now?: Date;
}

/** A step. `which` chooses among what is there at the time. */
export type Step =
  | { readonly kind: 'apply' | 'remove'; readonly objects: readonly object[] }
  | { readonly kind: 'filter'; readonly asked: Asked; readonly nodes?: readonly string[]; readonly later: boolean }
  | { readonly kind: 'filterAsync'; readonly asked: Asked; readonly nodes?: readonly string[] }
  | { readonly kind: 'allocate' | 'allocateAsync'; readonly asked: Asked; readonly node: string | object }
  | { readonly kind: 'commit'; readonly asked: Asked; readonly which: number; readonly old: boolean }
  | { readonly kind: 'release'; readonly claims: readonly object[] }
  | { readonly kind: 'look'; readonly which: number };

const DRIVERS = ['d1.example.com', 'd2.example.com'];
const STYLES: readonly Style[] = [
  { odd: 0, nodes: 4, devices: 8, signatures: 6 },
  { odd: 0.02, nodes: 4, devices: 8, signatures: 8 },
  { odd: 0.08, nodes: 4, devices: 6, signatures: 10 },
  { odd: 0.35, nodes: 4, devices: 4, signatures: 10 },
  { odd: 0.03, nodes: 90, devices: 4, signatures: 3 },
  { odd: 0.03, nodes: 3, devices: 160, signatures: 5 },
  { odd: 0.05, nodes: 6, devices: 4, signatures: 300 },
  { odd: 0.01, nodes: 4, devices: 6, signatures: 6, cards: 0.7 },
  { odd: 0.01, nodes: 4, devices: 5, signatures: 6, shared: 0.3 },
  { odd: 0.02, nodes: 5, devices: 5, signatures: 8, cards: 0.3, shared: 0.05 },
];

/** The history of a seed. */
export function historyOf(seed: number): History {
  // The ordinary ones more often: there the most is solved together.
  const place = new Random(seed, 1).pick([
    0,
    0,
    0,
    0,
    1,
    1,
    1,
    1,
    1,
    2,
    2,
    2,
    2,
    3,
    3,
    5,
    6,
    6,
    7,
    7,
    7,
    8,
    8,
    9,
    9,
    seed % 3 === 0 ? 4 : 0,
  ]);
  return { seed, style: STYLES[place] as Style };
}

/** The number of nodes that a history can have: n0, n1, and so on. */
export function namesOf({ style }: History): number {
  return 2 * style.nodes + 3;
}

/** A history begins with nodes with a pool each, and classes. */
export function firstStep(history: History): Step {
  const maker = new Maker(history, new Random(history.seed, 2));
  const names = Array.from({ length: history.style.nodes }, (_, index) => `n${index}`);
  return { kind: 'apply', objects: [...maker.classes(), ...names.flatMap((name) => [maker.node(name), ...maker.pool(name)])] };
}

/** A step by its number. */
export function stepOf(history: History, number: number): Step {
  return new Maker(history, new Random(history.seed ^ 0x5bd1e995, number)).step();
}

class Maker {
  readonly #history: History;
  readonly #random: Random;
  #own = 0;

  constructor(history: History, random: Random) {
    this.#history = history;
    this.#random = random;
  }

  step(): Step {
    const random = this.#random;
    const choice = random.next();
    if (choice < 0.3) return { kind: 'filter', asked: this.#asked(), ...this.#nodes(0.15), later: random.chance(0.3) };
    if (choice < 0.42) return { kind: 'allocate', asked: this.#asked(), node: this.#nodeToAsk() };
    if (choice < 0.58) return { kind: 'commit', asked: this.#asked(true), which: random.integer(0, 999), old: random.chance(0.1) };
    if (choice < 0.66) {
      const all = random.chance(0.3) ? [this.#holderOfAll()] : [];
      return { kind: 'release', claims: [...all, ...random.times(random.integer(2, 6), () => this.#claim(0))] };
    }
    if (choice < 0.67) return { kind: 'allocateAsync', asked: this.#asked(), node: this.#nodeToAsk() };
    if (choice < 0.69) return { kind: 'filterAsync', asked: this.#asked(), ...this.#nodes(0.2) };
    if (choice < 0.72) return { kind: 'look', which: random.integer(0, 999) };
    if (choice < 0.92) return { kind: 'apply', objects: this.#objects() };
    return { kind: 'remove', objects: this.#objects() };
  }

  /** The share of devices that have a list: none in some histories, many in others. */
  get #lists(): number {
    return (this.#history.seed % 3) * 0.3;
  }

  #odd(): boolean {
    return this.#random.chance(this.#history.style.odd);
  }

  /** Most nodes are there from the beginning; now and then there is another one. */
  #nodeName(): string {
    const { nodes } = this.#history.style;
    return `n${this.#random.integer(0, this.#random.chance(0.1) ? namesOf(this.#history) - 1 : nodes - 1)}`;
  }

  #nodes(share: number): { readonly nodes?: readonly string[] } {
    const random = this.#random;
    if (!random.chance(share)) return {};
    return { nodes: random.times(random.integer(0, 3), () => this.#nodeName()) };
  }

  #nodeToAsk(): string | object {
    return this.#random.chance(0.12) ? this.node(this.#nodeName()) : this.#nodeName();
  }

  #objects(): object[] {
    const random = this.#random;
    const { cards = 0 } = this.#history.style;
    if (cards > 0 && random.chance(0.3)) return this.#cards(this.#nodeName());
    const choice = random.next();
    if (choice < 0.2) return [this.node(this.#nodeName())];
    if (choice < 0.68) return random.times(random.pick([1, 1, 1, 2, 3]), () => this.#slice());
    if (choice < 0.73) return [random.pick(this.classes())];
    if (choice < 0.77) return [this.#rule()];
    if (choice < 0.85) return [random.chance(0.15) ? this.#holderOfAll() : this.#holder()];
    if (choice < 0.92) return this.#split();
    const name = this.#nodeName();
    return [this.node(name), this.localSlice(name)];
  }

  node(name: string): object {
    const random = this.#random;
    const labels = random.chance(0.5) ? { zone: random.pick(['a', 'b']) } : {};
    return node(name, labels, random.chance(0.5) ? { declaredFeatures: ['DRAOptionalNodeOperations'] } : {});
  }

  classes(): object[] {
    const random = this.#random;
    const some = (name: string): object => deviceClass(name, random.chance(0.7) ? undefined : this.#selector());
    const config = { config: [{ opaque: { driver: DRIVERS[0], parameters: { of: random.integer(0, 1) } } }] };
    return [
      deviceClass('any'),
      some('k1'),
      deviceClass('k2', random.chance(0.4) ? undefined : this.#selector(), random.chance(0.5) ? config : {}),
    ];
  }

  #rule(): object {
    const random = this.#random;
    const deviceSelector = random.pick([
      {},
      { driver: random.pick(DRIVERS) },
      { device: `x${random.integer(0, 3)}` },
      { pool: this.#nodeName() },
    ]);
    return {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'DeviceTaintRule',
      metadata: { name: `r${random.integer(0, 1)}` },
      spec: { deviceSelector, taint: this.#taint() },
    };
  }

  #taint(): object {
    return { key: this.#random.pick(['k', 'l']), value: 'v', effect: this.#random.pick(['NoSchedule', 'NoExecute', 'None']) };
  }

  /** The slices that a node begins with. */
  pool(name: string): object[] {
    const { cards = 0 } = this.#history.style;
    return cards > 0 && this.#random.chance(cards) ? this.#cards(name) : [this.localSlice(name)];
  }

  /** A pool of a node with counters that its devices take from, sometimes together with devices of another node. */
  #cards(name: string): object[] {
    const random = this.#random;
    const others = random.chance(0.3) ? [this.#nodeName()] : [];
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

  /** The one pool of a node. */
  localSlice(name: string): object {
    return slice(`s-${name}`, this.#devices(), { driver: DRIVERS[0], nodeName: name, pool: { name } });
  }

  #slice(): object {
    const random = this.#random;
    if (!this.#odd() && random.chance(0.6)) return this.localSlice(this.#nodeName());
    const driver = this.#odd() ? DRIVERS[1] : DRIVERS[0];
    const name = random.pick(['t0', 't1', 't2', 't3', `s-${this.#nodeName()}`]);
    const pool = {
      name: random.chance(0.5) ? this.#nodeName() : random.pick(['a', 'p', 'q']),
      generation: random.pick([1, 1, 1, 2]),
      resourceSliceCount: random.pick([1, 1, 1, 2]),
    };
    const counters = this.#odd() && random.chance(0.5);
    const more = {
      ...(this.#odd() ? { skipNodeOperations: ['*'] } : {}),
      ...(counters ? { sharedCounters: [{ name: 'set', counters: { mem: { value: String(random.integer(1, 4)) } } }] } : {}),
    };
    const where = this.#where();
    const devices = counters ? [] : this.#devices('perDeviceNodeSelection' in where);
    return slice(name, devices, { driver, ...where, pool, ...more });
  }

  /** A pool of two slices: both on a node, or on two. */
  #split(): object[] {
    const random = this.#random;
    const name = this.#nodeName();
    const pool = { name: random.pick([name, 'p']), generation: random.pick([1, 2]), resourceSliceCount: 2 };
    const second = random.chance(0.7) ? name : this.#nodeName();
    const both = [name, second].map((nodeName, index) =>
      slice(`${random.pick(['s', 'u'])}-${name}-${index}`, this.#devices(false, index * 3), { driver: DRIVERS[0], nodeName, pool }),
    );
    return random.chance(0.8) ? both : both.slice(0, 1);
  }

  #where(): Fields {
    const random = this.#random;
    const choice = random.next();
    if (choice < 0.5) return { nodeName: this.#nodeName() };
    if (choice < 0.72) return { allNodes: true };
    if (choice < 0.9 || !this.#odd()) return { nodeSelector: this.#nodeSelector() };
    return { perDeviceNodeSelection: true };
  }

  #nodeSelector(): object {
    const random = this.#random;
    const zone = { key: 'zone', operator: 'In', values: [random.pick(['a', 'b'])] };
    const term = random.pick([
      { matchExpressions: [zone] },
      { matchExpressions: [{ key: 'zone', operator: 'Exists' }] },
      { matchFields: [{ key: 'metadata.name', operator: 'In', values: [this.#nodeName()] }] },
    ]);
    if (!this.#odd()) return { nodeSelectorTerms: [term] };
    if (random.chance(0.6)) return { nodeSelectorTerms: [term, { matchExpressions: [zone] }] };
    return { nodeSelectorTerms: [{ matchExpressions: [{ ...zone, operator: 'Wrong' }] }] };
  }

  #devices(choosesNodes = false, first = 0): (Fields & { readonly name: unknown })[] {
    const random = this.#random;
    const most = this.#history.style.devices;
    const count = random.chance(0.1) ? 0 : random.integer(1, most);
    return random.times(count, (index) => ({ ...this.#device(`x${first + index}`), ...(choosesNodes ? this.#where() : {}) }));
  }

  #device(name: string): Fields & { readonly name: unknown } {
    const random = this.#random;
    const { shared = 0 } = this.#history.style;
    const attributes: Record<string, unknown> = {};
    if (random.chance(0.9)) attributes['model'] = { string: random.pick(['a', 'b']) };
    if (random.chance(0.9)) attributes['numa'] = { int: random.integer(0, 2) };
    if (random.chance(0.3)) attributes['d1.example.com/root'] = { string: random.pick(['r0', 'r1']) };
    else if (random.chance(this.#lists)) attributes['root'] = { strings: random.some(['r0', 'r1', 'r2', 'r3', 'r4'], 0.4) };
    if (this.#odd()) attributes['numa'] = random.pick([{ version: '1.2.3' }, { bool: true }, { ints: [1] }, { string: '1' }]);
    const capacity = random.chance(0.4) ? { mem: { value: random.pick(['1', '2', '4']), ...this.#policy() } } : undefined;
    return {
      name: this.#odd() && random.chance(0.1) ? 'x0' : name,
      attributes,
      ...(capacity === undefined ? {} : { capacity }),
      ...(this.#odd() || random.chance(shared) ? { allowMultipleAllocations: true } : {}),
      ...(random.chance(0.08) ? { taints: [this.#taint()] } : {}),
      ...(this.#odd() ? { bindingConditions: random.pick([[], ['Ready']]), bindingFailureConditions: ['Failed'] } : {}),
      ...(this.#odd() ? { consumesCounters: [{ counterSet: 'set', counters: { mem: { value: '1' } } }] } : {}),
      ...(this.#odd() ? { bindsToNode: true } : {}),
    };
  }

  #policy(): Fields {
    if (!this.#odd()) return {};
    return {
      requestPolicy: this.#random.pick([
        { default: '1' },
        { default: '1', validValues: ['1', '2'] },
        { default: '1', validRange: { min: '1' } },
      ]),
    };
  }

  /** A claim that is allocated already, as its object says. */
  #holder(): object {
    const random = this.#random;
    const results = random.times(random.integer(1, 2), () => ({
      request: 'a',
      driver: random.pick(DRIVERS),
      pool: random.pick([this.#nodeName(), this.#nodeName(), 'a', 'p']),
      device: `x${random.integer(0, 3)}`,
      ...(this.#odd() ? { adminAccess: true } : {}),
      ...(random.chance(0.1) ? { shareID: random.pick(['one', 'two']), consumedCapacity: { mem: random.pick(['1', '-1']) } } : {}),
      ...(this.#odd() ? { bindingConditions: ['Ready'], bindingFailureConditions: [] } : {}),
    }));
    const where = random.chance(0.3)
      ? { nodeSelector: { nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [this.#nodeName()] }] }] } }
      : {};
    const allocationTimestamp = random.pick(['2026-01-01T00:00:00Z', '2026-01-01T01:00:00Z']);
    return { ...this.#claim(0), status: { allocation: { devices: { results }, allocationTimestamp, ...where } } };
  }

  /** A claim that holds whatever devices there are, or nearly so: then nothing fits anywhere. */
  #holderOfAll(): object {
    const random = this.#random;
    const { nodes, devices } = this.#history.style;
    const pools = [...Array.from({ length: nodes }, (_, index) => `n${index}`), 'a', 'p', 'q'];
    const each = (driver: string): object[] =>
      pools.flatMap((pool) => Array.from({ length: devices + 4 }, (_, index) => ({ request: 'a', driver, pool, device: `x${index}` })));
    const results = [...each(DRIVERS[0] as string), ...(random.chance(0.5) ? each(DRIVERS[1] as string) : [])];
    return {
      ...claim('all', [request('a')]),
      status: { allocation: { devices: { results: random.chance(0.3) ? results.slice(1) : results } } },
    };
  }

  #asked(unlimited = false): Asked {
    const random = this.#random;
    const count = random.chance(0.12) ? random.pick([0, 2, 2, 2, 3]) : 1;
    const limits = unlimited ? undefined : this.#limits();
    return {
      claims: random.times(count, (index) => (random.chance(0.03) ? this.#holder() : this.#claim(index))),
      prepared: random.chance(0.5),
      ...(limits === undefined ? {} : { limits }),
      now: new Date(random.pick(['2026-01-01T00:01:00Z', '2026-01-01T01:01:00Z'])),
    };
  }

  #limits(): { readonly steps?: number; readonly milliseconds?: number } | undefined {
    const random = this.#random;
    const choice = random.next();
    if (choice < 0.12) return { steps: random.pick([0, 1, 2, 3, 4, 5, 6, 8, 12, 20]) };
    if (choice < 0.2) return { milliseconds: random.pick([0, 0, 1, 2, 3, 4, 6, 8, 12]) };
    return undefined;
  }

  /** A claim of one of the signatures of the history. Most names come again. */
  #claim(index: number): Fields {
    const random = this.#random;
    const shape = random.integer(0, this.#history.style.signatures - 1);
    const name = random.chance(0.7) ? `c${index}-${random.integer(0, 7)}` : `c${index}-${random.integer(0, 1e6)}`;
    const maker = new Maker(this.#history, new Random(this.#history.seed ^ 0x27d4eb2f, shape));
    // Claims of one shape need not have this in common.
    maker.#own = random.integer(1, 3);
    return maker.#spec(name);
  }

  #spec(name: string): Fields {
    const random = this.#random;
    const names = ['a', 'b', 'c'].slice(0, random.pick([1, 1, 1, 1, 2, 2, 3]));
    const requests = names.map((request) => this.#request(request));
    const constraints = random.chance(0.5) ? random.times(random.pick([1, 1, 2]), () => this.#constraint(names)) : [];
    const config = random.chance(0.1)
      ? { config: [{ requests: ['a'], opaque: { driver: DRIVERS[0], parameters: { x: this.#own } } }] }
      : {};
    return claim(name, requests, { ...(constraints.length === 0 ? {} : { constraints }), ...config });
  }

  #request(name: string): object {
    const random = this.#random;
    if (random.chance(0.2)) {
      return firstAvailable(name, Object.fromEntries(random.times(random.integer(1, 3), (index) => [`s${index}`, this.#selection()])));
    }
    return request(name, { ...this.#selection(), ...(random.chance(0.06) ? { adminAccess: random.chance(0.9) } : {}) });
  }

  #selection(): Fields {
    const random = this.#random;
    const count = random.pick([1, 1, 1, 1, 1, 2, 2, 3]);
    return {
      deviceClassName: random.chance(0.015) ? 'unknown' : random.pick(['any', 'any', 'k1', 'k2']),
      ...(random.chance(0.06) ? { allocationMode: 'All' } : count === 1 ? {} : { count: random.chance(0.03) ? 40 : count }),
      ...(random.chance(0.3) ? { selectors: random.times(random.pick([1, 1, 2]), () => ({ cel: { expression: this.#selector() } })) } : {}),
      ...(random.chance(0.2) ? { tolerations: [this.#toleration()] } : {}),
      ...(random.chance(0.1) ? { capacity: { requests: { mem: random.pick(['1', '2', '3']) } } } : {}),
      ...(this.#odd()
        ? { derivedAttributes: [{ name: 'd1.example.com/numa', expression: 'device.attributes["d1.example.com"].model' }] }
        : {}),
    };
  }

  #toleration(): object {
    const random = this.#random;
    const seconds = random.chance(0.3) ? { effect: 'NoExecute', tolerationSeconds: this.#own } : {};
    return random.pick([
      { operator: 'Exists', ...seconds },
      { key: 'k', operator: 'Exists', ...seconds },
      { key: 'k', operator: 'Equal', value: 'v' },
    ]);
  }

  #constraint(names: readonly string[]): object {
    const random = this.#random;
    const attribute = `${random.pick(DRIVERS.slice(0, this.#odd() ? 2 : 1))}/${random.pick(['model', 'numa', 'numa', 'root'])}`;
    const requests = random.chance(0.4) ? { requests: random.some(names, 0.6) } : {};
    return { ...requests, [random.chance(0.65) ? 'matchAttribute' : 'distinctAttribute']: attribute };
  }

  #selector(): string {
    const random = this.#random;
    const d1 = 'device.attributes["d1.example.com"]';
    const plain = [
      `"model" in ${d1} && ${d1}.model == "a"`,
      `"numa" in ${d1} && ${d1}.numa != 1`,
      'device.driver == "d1.example.com"',
      'true',
      '!("root" in device.attributes["d1.example.com"])',
      'device.capacity["d1.example.com"].?mem.orValue(quantity("0")).compareTo(quantity("2")) >= 0',
    ];
    // On some devices they fail; the last ones do not compile.
    const failing = [`${d1}.model == "a"`, `${d1}.numa > 0`, 'device.capacity["d1.example.com"].mem.isGreaterThan(quantity("1"))', 'false'];
    const wrong = ['device.', '1', 'device.nope == 1'];
    if (random.chance(0.03)) return random.pick(wrong);
    return random.chance(0.15) ? random.pick(failing) : random.pick(plain);
  }
}
