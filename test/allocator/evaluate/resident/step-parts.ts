// Makes the random choices that objects and claims of a history share.

import type { Random } from '../../../differential/generate/random.js';
import { type History, namesOf } from './history.js';

export const DRIVERS = ['d1.example.com', 'd2.example.com'];

export class StepParts {
  readonly history: History;
  readonly random: Random;

  constructor(history: History, random: Random) {
    this.history = history;
    this.random = random;
  }

  /** Returns whether the next object is unusual. */
  odd(): boolean {
    return this.random.chance(this.history.style.odd);
  }

  /** Returns a node name: mostly of an initial node, now and then of another one. */
  nodeName(): string {
    const { nodes } = this.history.style;
    return `n${this.random.integer(0, this.random.chance(0.1) ? namesOf(this.history) - 1 : nodes - 1)}`;
  }

  /** Returns the expression of a selector. */
  selector(): string {
    const random = this.random;
    const d1 = 'device.attributes["d1.example.com"]';
    const plain = [
      `"model" in ${d1} && ${d1}.model == "a"`,
      `"numa" in ${d1} && ${d1}.numa != 1`,
      'device.driver == "d1.example.com"',
      'true',
      '!("root" in device.attributes["d1.example.com"])',
      'device.capacity["d1.example.com"].?mem.orValue(quantity("0")).compareTo(quantity("2")) >= 0',
    ];
    // These fail on some devices; the ones in `wrong` do not compile.
    const failing = [`${d1}.model == "a"`, `${d1}.numa > 0`, 'device.capacity["d1.example.com"].mem.isGreaterThan(quantity("1"))', 'false'];
    const wrong = ['device.', '1', 'device.nope == 1'];
    if (random.chance(0.03)) return random.pick(wrong);
    return random.chance(0.15) ? random.pick(failing) : random.pick(plain);
  }
}
