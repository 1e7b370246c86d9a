import { describe, expect, it } from 'vitest';
import { DecodeContext } from '../../../src/core/api/context.js';
import { csiNodeKind } from '../../../src/core/api/csi-node.js';
import { csiStorageCapacityKind } from '../../../src/core/api/csi-storage-capacity.js';
import { resourceClaimKind } from '../../../src/core/api/decode-resource-claim.js';
import { type Decoder, decoding } from '../../../src/core/api/decoder.js';
import { deviceClassKind } from '../../../src/core/api/device-class.js';
import { deviceTaintRuleKind } from '../../../src/core/api/device-taint-rule.js';
import { ALL_LIBRARY_GATES } from '../../../src/core/api/library-gates.js';
import { nodeKind } from '../../../src/core/api/node.js';
import { persistentVolumeKind } from '../../../src/core/api/persistent-volume.js';
import { persistentVolumeClaimKind } from '../../../src/core/api/persistent-volume-claim.js';
import { podKind } from '../../../src/core/api/pod.js';
import { replicaSetKind, replicationControllerKind } from '../../../src/core/api/pod-controllers.js';
import { podDisruptionBudgetKind } from '../../../src/core/api/pod-disruption-budget.js';
import { resourceSliceKind } from '../../../src/core/api/resource-slice.js';
import { runtimeClassKind } from '../../../src/core/api/runtime-class.js';
import type { Schema } from '../../../src/core/api/schema.js';
import { serviceKind } from '../../../src/core/api/service.js';
import { storageClassKind } from '../../../src/core/api/storage-class.js';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import type { Json } from '../../../src/core/base/json.js';
import { Counting } from '../../support/increments.js';

/** Carries the schema that a decoder announces back to the test. */
class SchemaFound extends Error {
  readonly schema: Schema;

  constructor(schema: Schema) {
    super();
    this.schema = schema;
  }
}

type Decode = (value: Json, context: DecodeContext) => unknown;

const KINDS: readonly (readonly [kind: string, decoder: Decoder<unknown>])[] = [
  ['Node', nodeKind],
  ['DeviceClass', deviceClassKind],
  ['ResourceSlice', resourceSliceKind],
  ['ResourceClaim', resourceClaimKind],
  ['DeviceTaintRule', deviceTaintRuleKind],
  ['Pod', podKind],
  ['RuntimeClass', runtimeClassKind],
  ['PersistentVolume', persistentVolumeKind],
  ['PersistentVolumeClaim', persistentVolumeClaimKind],
  ['StorageClass', storageClassKind],
  ['CSINode', csiNodeKind],
  ['CSIStorageCapacity', csiStorageCapacityKind],
  ['Service', serviceKind],
  ['ReplicaSet', replicaSetKind],
  ['ReplicationController', replicationControllerKind],
  ['PodDisruptionBudget', podDisruptionBudgetKind],
];

function schemaOf(decode: Decode): Schema {
  const context = new DecodeContext();
  context.startObject = (schema) => {
    throw new SchemaFound(schema);
  };
  try {
    decode({}, context);
  } catch (error) {
    if (error instanceof SchemaFound) return error.schema;
    throw error;
  }
  throw new Error('the decoder names no schema');
}

/** The path to a list or map in a schema: `[]` is an entry of a list and `{}` one of a map. */
type Way = readonly string[];

/** Yields the paths to all lists and maps of a schema. Lists and maps announce different expectations. */
function* waysOf(schema: Schema, way: Way = []): Generator<Way> {
  const { fields, items } = schema;
  for (const [name, field] of fields ?? []) yield* waysOf(field, [...way, name]);
  if (items === undefined) return;
  const step = isList(schema as Decoder<unknown>) ? '[]' : '{}';
  yield [...way, step];
  yield* waysOf(items, [...way, step]);
}

function isList({ decode }: Decoder<unknown>): boolean {
  try {
    decode(true, new DecodeContext());
  } catch (error) {
    return (error as Error).message.includes('expected a list');
  }
  throw new Error('a list or map that takes true');
}

/** Returns an object that contains only the path to a list or map, which has this number of empty entries. */
function blownUp([step, ...rest]: Way, entries: number): Json {
  const inner = rest.length === 0 ? {} : blownUp(rest, entries);
  if (step !== '[]' && step !== '{}') return { [step as string]: inner };
  const count = rest.length === 0 ? entries : 1;
  // Absent entries, which every decoder accepts.
  const entry = rest.length === 0 ? null : inner;
  if (step === '[]') return new Array<Json>(count).fill(entry);
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, entry]));
}

/** Decodes until an entry lacks a required field, which throws. */
function unitsFor(decode: Decode, value: Json): number {
  const checkpoint = new Counting();
  try {
    decode(value, new DecodeContext([], undefined, checkpoint, ALL_LIBRARY_GATES));
  } catch {
    // The units counted before the error are the result.
  }
  return checkpoint.units;
}

/** Returns the number of increments of decoding when each slice ends at once. */
function incrementsFor(kind: Decoder<unknown>, value: Json): number {
  const checkpoint = new Checkpoint();
  checkpoint.beginSlice(0);
  const computation = decoding(kind, value, new DecodeContext([], undefined, checkpoint, ALL_LIBRARY_GATES));
  for (let increments = 1; ; increments++) {
    try {
      if (computation.next().done === true) return increments;
    } catch {
      return increments;
    }
  }
}

describe.each(KINDS)('each list and map of a %s', (kind, decoder) => {
  const { decode } = decoder;
  const ways = [...waysOf(schemaOf(decode))];

  it('is found', () => {
    expect(ways.length).toBeGreaterThan(kind === 'DeviceTaintRule' ? 1 : 2);
  });

  // Entries of these lists must not be empty: an empty one ends decoding at the first entry.
  const needing = new Set(['spec.devices.requests.[]', 'spec.firstOfDevices.[].requests.[]', 'status.devices.[].conditions.[]']);

  it.each(ways.map((way) => way.join('.')).filter((way) => !needing.has(way)))(
    '%s: announces its entries, and yields among them',
    (text) => {
      const way = text.split('.');
      const [few, many] = [100, 1100].map((entries) => unitsFor(decode, blownUp(way, entries))) as [number, number];
      expect(many - few).toBeGreaterThanOrEqual(1000);
      expect(incrementsFor(decoder, blownUp(way, 4000))).toBeGreaterThan(1000);
    },
  );
});
