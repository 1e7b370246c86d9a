// Facts shared by the explanations of all nodes, computed once per call.

import type { Slices } from '../allocator/pools/slice-index.js';
import type { Environment } from '../cel/engine.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { CachedClauses } from './false-clauses.js';
import type { Holders } from './holders.js';
import { SharedTexts } from './shared-texts.js';

/** The parts of a call that the facts are derived from. */
export interface SurroundingsInput {
  readonly slices: Pick<Slices, 'all'>;
  /** The environment of selectors. */
  readonly environment: Environment;
  /** Finds the holders of devices. */
  readonly holders: (checkpoint: Checkpoint) => Incremental<Holders>;
}

/** The facts about a cluster that do not depend on the node. */
export class Surroundings {
  /** The number of devices in all slices, including devices that do not count. */
  readonly devices: number;
  /** The drivers of all slices. */
  readonly drivers: ReadonlySet<string>;
  readonly environment: Environment;
  /** Clauses of selectors, cached for all nodes. */
  readonly clauses: CachedClauses;
  /** Texts of explanations, shared by all nodes. */
  readonly texts = new SharedTexts();
  readonly #find: SurroundingsInput['holders'];
  #holders: Holders | undefined;

  static *of(input: SurroundingsInput, checkpoint: Checkpoint): Incremental<Surroundings> {
    let devices = 0;
    const drivers = new Set<string>();
    for (const { spec } of input.slices.all) {
      devices += spec.devices.length;
      drivers.add(spec.driver);
      if (checkpoint.due()) yield;
    }
    return new Surroundings(devices, drivers, input);
  }

  private constructor(devices: number, drivers: ReadonlySet<string>, { environment, holders }: SurroundingsInput) {
    this.devices = devices;
    this.drivers = drivers;
    this.environment = environment;
    this.clauses = new CachedClauses(environment);
    this.#find = holders;
  }

  /** Returns the holders of devices, computed on first use. */
  *holders(checkpoint: Checkpoint): Incremental<Holders> {
    this.#holders ??= yield* this.#find(checkpoint);
    return this.#holders;
  }
}
