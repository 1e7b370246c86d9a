// Adds details to the losses of a node: the selector clauses with the values compared, and the claims that hold devices, shares and counters.

import type { PoolDevice } from '../allocator/pools/pool.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { mapping } from '../core/base/lists-in-increments.js';
import type { DeviceHolder, Loss } from './explanation.js';
import { holdersInWords } from './holders.js';
import { afterCount, type LostDevices } from './losses.js';
import { helpOn, withClauses } from './selector-losses.js';
import { takersInWords } from './shortage.js';
import type { Surroundings } from './surroundings.js';

/** Matches a clause that requires a driver. */
const DRIVER_CONDITION = /^device\.driver == (["'])([^"'\\]+)\1$/;

/** Adds details to the losses of one node. */
export class LossDetails {
  readonly #devices: readonly PoolDevice[];
  readonly #surroundings: Surroundings;
  readonly #checkpoint: Checkpoint;

  /** `devices`: of the node. */
  constructor(devices: readonly PoolDevice[], surroundings: Surroundings, checkpoint: Checkpoint) {
    this.#devices = devices;
    this.#surroundings = surroundings;
    this.#checkpoint = checkpoint;
  }

  /** Returns a loss with details. `isNone`: the request has no devices left. */
  *of(loss: Loss, lost: LostDevices, isNone: boolean): Incremental<Loss> {
    switch (loss.code) {
      case 'class-selector':
      case 'request-selector':
        return this.#withDriver(
          yield* this.#withHelp(
            yield* withClauses(loss, yield* this.#devicesOf(lost), this.#surroundings.environment, this.#checkpoint),
            isNone,
          ),
        );
      case 'selector-error':
        return yield* this.#withHelp(loss, true);
      case 'taken': {
        const holders = yield* this.#holdersOf(yield* this.#devicesOf(lost));
        return withHolders(loss, holders, `${lost.loss.detail}${holdersInWords('to', holders)}`);
      }
      case 'shares': {
        const holders = yield* this.#holdersOf(yield* this.#devicesOf(lost));
        const words = holdersInWords('shared by', holders);
        return withHolders(loss, holders, words === '' ? loss.detail : `${loss.detail} (${words.slice(1)})`);
      }
      case 'counters': {
        const holders = yield* this.#holdersOf([...lost.takenBy]);
        return withHolders(
          loss,
          holders,
          afterCount(loss.count, `${lost.loss.detail}${takersInWords(lost.takenBy, holdersInWords('of', holders))}`),
        );
      }
      default:
        return loss;
    }
  }

  *#devicesOf({ devices }: LostDevices): Incremental<readonly PoolDevice[]> {
    return yield* mapping(devices, (index) => this.#devices[index] as PoolDevice, this.#checkpoint);
  }

  *#holdersOf(devices: readonly PoolDevice[]): Incremental<readonly DeviceHolder[]> {
    const holders = yield* this.#surroundings.holders(this.#checkpoint);
    return yield* holders.of(devices, this.#checkpoint);
  }

  /** Names the driver that a class requires, if the cluster has no slice of it. */
  #withDriver(loss: Loss): Loss {
    const drivers =
      loss.selector?.class === undefined ? [] : (loss.clauses ?? []).flatMap(({ text }) => DRIVER_CONDITION.exec(text)?.[2] ?? []);
    const missing = drivers.find((driver) => !this.#surroundings.drivers.has(driver));
    return missing === undefined ? loss : { ...loss, missingDriver: missing };
  }

  *#withHelp(loss: Loss, isMissing: boolean): Incremental<Loss> {
    const { selector } = loss;
    if (!isMissing || selector === undefined) return loss;
    const help = yield* helpOn(selector.expression, this.#devices, this.#surroundings.environment, this.#checkpoint);
    return help.length === 0 ? loss : { ...loss, help };
  }
}

function withHolders(loss: Loss, holders: readonly DeviceHolder[], detail: string): Loss {
  return holders.length === 0 ? loss : { ...loss, holders, detail };
}
