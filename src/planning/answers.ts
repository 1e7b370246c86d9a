// Records the results of a simulation's queries in order. A run can replay them without a search, which is how an interrupted run resumes.

import { DecodeContext } from '../core/api/context.js';
import { bool, type DecodedBy, type Decoder, list, object, optional, string, transform } from '../core/api/decoder.js';
import { UNLIMITED } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json } from '../core/base/json.js';
import { checkChecksum, withChecksum } from './checksum.js';
import { header, SIMULATION_VERSION } from './events.js';
import { ENDS_OF_GANG, isEndOfGang, type Refusal } from './queue.js';

/** The results of an interrupted simulation, as plain JSON. */
export interface CheckpointJson {
  readonly apiVersion: typeof SIMULATION_VERSION;
  readonly kind: 'Checkpoint';
  /**
   * For each query of a pod, the index of its node in `nodes`, or a negative number for a rejection: -1 for the first of
   * `refusals`, -2 for the second.
   */
  readonly input: string;
  readonly nodes: readonly string[];
  readonly refusals: readonly Refusal[];
  /** For each query of a pod, the index of its node in `nodes`, or the rejection: -1 for the first of `refusals`, -2 for the second. */
  readonly pods: readonly number[];
  /** The numbers of replicas that fit. */
  readonly rooms: readonly number[];
  /** The properties of pods that were not considered, in words. */
  readonly notLookedAt: readonly string[];
  /** The checksum of all other fields. A checkpoint that was changed is rejected, because it would describe another simulation. */
  readonly checksum: string;
}

const integer: Decoder<number> = {
  decode(value, context) {
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : context.fail('expected an integer');
  },
};

const endOfGang: Decoder<Refusal['kind']> = optional(
  transform(string, (kind, context) => (isEndOfGang(kind) ? kind : (context.fail(`expected one of ${ENDS_OF_GANG.join(', ')}`) as never))),
);

const refusal = object({ cause: string, message: string, isFickle: bool, kind: endOfGang });

const checkpoint = transform(
  object({
    ...header('Checkpoint'),
    input: string,
    nodes: list(string),
    refusals: list(refusal),
    pods: list(integer),
    rooms: list(integer),
    notLookedAt: list(string),
    checksum: string,
  }),
  (fields, context) => {
    const { nodes, refusals, pods, rooms } = fields;
    const check = (field: string, values: readonly number[], least: number, most: number): void => {
      const wrong = values.findIndex((value) => value < least || value > most);
      if (wrong >= 0)
        context.within(field, () => context.within(wrong, () => context.fail(`expected an integer from ${least} to ${most}`)));
    };
    check('pods', pods, -refusals.length, nodes.length - 1);
    check('rooms', rooms, 0, Number.MAX_SAFE_INTEGER);
    checkChecksum(fields, context);
    return fields;
  },
);

type Checkpoint = DecodedBy<typeof checkpoint>;

const KIND = { apiVersion: SIMULATION_VERSION, kind: 'Checkpoint' } as const;

/** Replays recorded results, and records new ones. */
export class Answers {
  readonly #checkpoint: Checkpoint;
  readonly #nodes = new Map<string, number>();
  readonly #refusals = new Map<string, { readonly refusal: Refusal; readonly place: number }>();
  readonly #pods: number[] = [];
  readonly #rooms: number[] = [];
  readonly #input: string;
  /** The properties of pods that were not considered, in words. */
  readonly notLookedAt: Set<string>;

  /** `resume`: a checkpoint as JSON. Throws AllocationError with the path of the error. */
  constructor(input = '', resume?: Json) {
    this.#input = input;
    if (resume === undefined) {
      this.#checkpoint = withChecksum({ ...KIND, input, nodes: [], refusals: [], pods: [], rooms: [], notLookedAt: [] });
      this.notLookedAt = new Set();
      return;
    }
    const context = new DecodeContext(['resume'], undefined, UNLIMITED);
    context.startObject(checkpoint, 'v1');
    this.#checkpoint = checkpoint.decode(resume, context);
    this.notLookedAt = new Set(this.#checkpoint.notLookedAt);
    if (this.#checkpoint.input !== input) throw notOfThis('it belongs to another input');
  }

  /** Returns the recorded result for the next pod: its node or its rejection; undefined if no result is recorded. */
  nextPod(): { readonly node: string } | Refusal | undefined {
    const { pods, nodes, refusals } = this.#checkpoint;
    const place = pods[this.#pods.length];
    if (place === undefined) return undefined;
    return place < 0 ? (refusals[-place - 1] as Refusal) : { node: nodes[place] as string };
  }

  addPod(answer: { readonly node: string } | Refusal): void {
    if ('node' in answer) this.#pods.push(entryIn(this.#nodes, answer.node, () => this.#nodes.size));
    else {
      const key = JSON.stringify([answer.cause, answer.message, answer.isFickle, answer.kind]);
      const { place } = entryIn(this.#refusals, key, () => ({ refusal: answer, place: this.#refusals.size }));
      this.#pods.push(-place - 1);
    }
  }

  nextRoom(): number | undefined {
    return this.#checkpoint.rooms[this.#rooms.length];
  }

  addRoom(room: number): void {
    this.#rooms.push(room);
  }

  /** The number of results so far. */
  get size(): number {
    return this.#pods.length + this.#rooms.length;
  }

  /** Returns all results so far, as a copy in JSON. */
  checkpoint(): CheckpointJson {
    // If a replay is interrupted, the old checkpoint contains more results than the new one.
    const isOld = this.#pods.length < this.#checkpoint.pods.length || this.#rooms.length < this.#checkpoint.rooms.length;
    if (isOld) return this.#checkpoint as CheckpointJson;
    return withChecksum({
      ...KIND,
      input: this.#input,
      nodes: [...this.#nodes.keys()],
      refusals: Array.from(this.#refusals.values(), ({ refusal }) => refusal),
      pods: [...this.#pods],
      rooms: [...this.#rooms],
      notLookedAt: [...this.notLookedAt],
    });
  }
}

/** Returns the error for a checkpoint that does not match the simulation. */
export function notOfThis(why: string): AllocationError {
  return new AllocationError('invalid-input', `resume: the checkpoint does not belong to this simulation: ${why}`, { path: 'resume' });
}
