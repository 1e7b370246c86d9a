// Collects the reads of an expression from its tree: devices that are equal in them have equal results.

import { type Call, type Expr, partsOf } from '../syntax/tree.js';

/** Names by domain, or all names. */
export type ReadNames = 'all' | ReadonlyMap<string, 'all' | ReadonlySet<string>>;

/** The attributes and capacities that an expression reads. The driver and the possibility to share the device always count as read. */
export interface Reads {
  readonly attributes: ReadNames;
  readonly capacity: ReadNames;
  /** Domains of attributes and capacities that are only tested for presence. */
  readonly attributeDomains: ReadonlySet<string>;
  readonly capacityDomains: ReadonlySet<string>;
}

/** Returns the reads of a tree. A computed key, or a map used as a whole, counts as reading everything in the map. */
export function readsOf(root: Expr): Reads {
  const collector = new Collector();
  collector.read(root, undefined);
  return collector.reads;
}

/** A part of a device that an expression leads to, and the recording of its reads. */
interface Part {
  /** Returns the part at a known key; undefined if no deeper reads matter. */
  readonly at?: (key: string) => Part | undefined;
  /** Records a test for the presence of a key. */
  readonly ask: (key: string) => void;
  /** Records a use as a whole. */
  readonly use: () => void;
}

/** A variable of a macro, and the device part that it represents, if any. */
interface Scope {
  readonly name: string;
  readonly part: Part | undefined;
  readonly outer: Scope | undefined;
}

const nothing = (): void => undefined;

/** The driver and other parts that need no record. */
const OTHER: Part = { ask: nothing, use: nothing };

class Collector {
  readonly #attributes = new Names();
  readonly #capacity = new Names();
  readonly #device: Part = {
    at: (field) => (field === 'attributes' ? this.#attributes.part : field === 'capacity' ? this.#capacity.part : OTHER),
    ask: nothing,
    use: () => {
      this.#attributes.part.use();
      this.#capacity.part.use();
    },
  };

  get reads(): Reads {
    return {
      attributes: this.#attributes.names,
      capacity: this.#capacity.names,
      attributeDomains: this.#attributes.testedNames,
      capacityDomains: this.#capacity.testedNames,
    };
  }

  /** Records the reads that evaluating a node causes. */
  read(expr: Expr, scope: Scope | undefined): void {
    this.#partOf(expr, scope)?.use();
  }

  /** Returns the part that a node leads to, before it is used; undefined for all other values, whose reads are recorded. */
  #partOf(expr: Expr, scope: Scope | undefined): Part | undefined {
    switch (expr.kind) {
      case 'name':
        return this.#variable(expr.name, scope);
      case 'select': {
        const operand = this.#partOf(expr.operand, scope);
        if (expr.mode !== 'test') return operand?.at?.(expr.field);
        operand?.ask(expr.field);
        return undefined;
      }
      case 'call':
        return this.#call(expr, scope);
      case 'bind':
        return this.#partOf(expr.body, { name: expr.variable, part: this.#partOf(expr.value, scope), outer: scope });
      case 'fold':
        this.#fold(expr, scope);
        return undefined;
      default:
        return this.#readAll(expr, scope);
    }
  }

  #variable(name: string, scope: Scope | undefined): Part | undefined {
    for (let local = scope; local !== undefined; local = local.outer) if (local.name === name) return local.part;
    return name === 'device' || name === '.device' ? this.#device : undefined;
  }

  #fold(expr: Extract<Expr, { kind: 'fold' }>, scope: Scope | undefined): void {
    this.read(expr.range, scope);
    let inner: Scope = { name: expr.variable, part: undefined, outer: scope };
    if (expr.second !== undefined) inner = { name: expr.second, part: undefined, outer: inner };
    if (expr.predicate !== undefined) this.read(expr.predicate, inner);
    if (expr.transform !== undefined) this.read(expr.transform, inner);
  }

  #call(expr: Call, scope: Scope | undefined): Part | undefined {
    const [first, second] = expr.args;
    if (first !== undefined && second !== undefined) {
      const key = second.kind === 'constant' && typeof second.value === 'string' ? second.value : undefined;
      if ((expr.name === '_[_]' || expr.name === '_[?_]') && key !== undefined) return this.#partOf(first, scope)?.at?.(key);
      if (expr.name === '@in' && first.kind === 'constant' && typeof first.value === 'string') {
        this.#partOf(second, scope)?.ask(first.value);
        return undefined;
      }
    }
    return this.#readAll(expr, scope);
  }

  #readAll(expr: Expr, scope: Scope | undefined): undefined {
    for (const part of partsOf(expr)) this.read(part, scope);
  }
}

/** The names read from `device.attributes` or `device.capacity`. */
class Names {
  readonly testedNames = new Set<string>();
  readonly part: Part = {
    at: (domain) => this.#domain(domain),
    ask: (domain) => void this.testedNames.add(domain),
    use: () => {
      this.#all = true;
    },
  };
  readonly #domains = new Map<string, 'all' | Set<string>>();
  #all = false;

  get names(): ReadNames {
    return this.#all ? 'all' : this.#domains;
  }

  #domain(domain: string): Part {
    const add = (name: string): void => {
      const domainReads = this.#domains.get(domain) ?? new Set();
      if (domainReads !== 'all') this.#domains.set(domain, domainReads.add(name));
    };
    return {
      at: (name) => {
        add(name);
        return undefined;
      },
      ask: add,
      use: () => void this.#domains.set(domain, 'all'),
    };
  }
}
