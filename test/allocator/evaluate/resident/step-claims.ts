// Makes the claims of a history. They have few signatures, which recur.

import { Random } from '../../../differential/generate/random.js';
import { claim, firstAvailable, request } from '../../../support/objects.js';
import { DRIVERS, StepParts } from './step-parts.js';

type Fields = Readonly<Record<string, unknown>>;

export class ClaimMaker extends StepParts {
  #own = 0;

  /** Returns a claim of one of the signatures of the history. Most names recur. */
  claim(index: number): Fields {
    const random = this.random;
    const signature = random.integer(0, this.history.style.signatures - 1);
    const name = random.chance(0.7) ? `c${index}-${random.integer(0, 7)}` : `c${index}-${random.integer(0, 1e6)}`;
    const maker = new ClaimMaker(this.history, new Random(this.history.seed ^ 0x27d4eb2f, signature));
    // Claims of one signature may differ in this.
    maker.#own = random.integer(1, 3);
    return maker.#spec(name);
  }

  #spec(name: string): Fields {
    const { random } = this;
    if (!this.history.hasOwnGates || random.chance(0.6)) return this.#plainSpec(name);
    const { spec, ...rest } = this.#plainSpec(name) as Fields & { readonly spec: Fields };
    const others = random.times(random.integer(0, 2), () => (this.#plainSpec(name) as { readonly spec: Fields }).spec.devices);
    return { ...rest, spec: { firstOfDevices: [...others, random.chance(0.1) ? {} : spec.devices] } };
  }

  #plainSpec(name: string): Fields {
    const random = this.random;
    const names = ['a', 'b', 'c'].slice(0, random.pick([1, 1, 1, 1, 2, 2, 3]));
    const requests = names.map((request) => this.#request(request));
    const constraints = random.chance(0.5) ? random.times(random.pick([1, 1, 2]), () => this.#constraint(names)) : [];
    const config = random.chance(0.1)
      ? { config: [{ requests: ['a'], opaque: { driver: DRIVERS[0], parameters: { x: this.#own } } }] }
      : {};
    return claim(name, requests, { ...(constraints.length === 0 ? {} : { constraints }), ...config });
  }

  #request(name: string): object {
    const random = this.random;
    if (random.chance(0.2)) {
      return firstAvailable(name, Object.fromEntries(random.times(random.integer(1, 3), (index) => [`s${index}`, this.#selection()])));
    }
    return request(name, { ...this.#selection(), ...(random.chance(0.06) ? { adminAccess: random.chance(0.9) } : {}) });
  }

  #selection(): Fields {
    const random = this.random;
    const count = random.pick([1, 1, 1, 1, 1, 2, 2, 3]);
    return {
      deviceClassName: random.chance(0.015) ? 'unknown' : random.pick(['any', 'any', 'k1', 'k2']),
      ...(random.chance(0.06) ? { allocationMode: 'All' } : count === 1 ? {} : { count: random.chance(0.03) ? 40 : count }),
      ...(random.chance(0.3) ? { selectors: random.times(random.pick([1, 1, 2]), () => ({ cel: { expression: this.selector() } })) } : {}),
      ...(random.chance(0.2) ? { tolerations: [this.#toleration()] } : {}),
      ...(random.chance(0.1) ? { capacity: { requests: { mem: random.pick(['1', '2', '3']) } } } : {}),
      ...(this.odd()
        ? { derivedAttributes: [{ name: 'd1.example.com/numa', expression: 'device.attributes["d1.example.com"].model' }] }
        : {}),
    };
  }

  #toleration(): object {
    const random = this.random;
    const seconds = random.chance(0.3) ? { effect: 'NoExecute', tolerationSeconds: this.#own } : {};
    return random.pick([
      { operator: 'Exists', ...seconds },
      { key: 'k', operator: 'Exists', ...seconds },
      { key: 'k', operator: 'Equal', value: 'v' },
    ]);
  }

  #constraint(names: readonly string[]): object {
    const random = this.random;
    const attribute = `${random.pick(DRIVERS.slice(0, this.odd() ? 2 : 1))}/${random.pick(['model', 'numa', 'numa', 'root'])}`;
    const requests = random.chance(0.4) ? { requests: random.some(names, 0.6) } : {};
    const field = random.chance(0.65) ? 'matchAttribute' : 'distinctAttribute';
    const semantics = this.history.hasOwnGates && random.chance(0.6) ? { semantics: this.#semantics(field) } : {};
    return { ...requests, [field]: attribute, ...semantics };
  }

  #semantics(field: 'matchAttribute' | 'distinctAttribute'): object {
    const { random } = this;
    const coerces = { coerceScalarToList: random.chance(0.5) };
    const whole = { ...coerces, listMode: random.pick(['List', 'Set']) };
    if (field === 'matchAttribute') {
      return random.pick([
        { mode: 'Identical', options: { identical: whole } },
        { mode: 'NonEmptyIntersection', options: { nonEmptyIntersection: { ...coerces, minSize: random.integer(1, 2) } } },
      ]);
    }
    return random.pick([
      { mode: 'AllDistinct', options: { allDistinct: whole } },
      { mode: 'EmptyIntersection', options: { emptyIntersection: coerces } },
      { mode: 'PairwiseDisjoint', options: { pairwiseDisjoint: coerces } },
    ]);
  }
}
