// One object on the way that it goes in the API server up to its validation: decoded strictly by the schema of its version, brought into the shape of v1,
// filled in, stripped of what gates are off for.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { PathStep } from '../../core/base/json.js';
import { typeOfObject } from '../decode/kinds.js';
import { decodeStrict } from '../decode/strict.js';
import type { LocatedFinding } from '../finding.js';
import type { GivenObject } from '../objects.js';
import { Report, type Subject } from '../report.js';
import type { Surroundings } from '../rule.js';
import { unknownField } from '../rules/decode/unknown-field.js';
import { type StructType, typeOf } from '../schema/schema.js';
import type { DecodedStruct } from '../tree/decoded.js';
import { type Transforms, transform } from '../tree/transform.js';
import { type WorldObject, worldObjectOf } from '../world/subject.js';
import { documentPath, documentSteps, FLAT_VERSION, toV1Shape } from './convert.js';
import { defaultsOf } from './defaults.js';
import { droppedBy } from './dropped.js';

/** An object that can be decoded. */
export interface Prepared {
  readonly object: WorldObject;
  /** The type in the shape of v1. */
  readonly shape: StructType;
  /** The object in the shape of v1, filled in, as somebody wrote it or the API server stored it. */
  readonly whole: DecodedStruct;
  /** The object as the API server validates it on creation: without what it leaves out. */
  readonly created: DecodedStruct;
}

/** Prepares objects for one server. */
export class Preparation {
  readonly #server: Surroundings;
  readonly #checkpoint: Checkpoint;
  readonly #dropped: Transforms;
  readonly #defaults: Transforms = defaultsOf(false);
  readonly #defaultsOfFlat: Transforms = defaultsOf(true);

  constructor(server: Surroundings, checkpoint: Checkpoint) {
    this.#server = server;
    this.#checkpoint = checkpoint;
    this.#dropped = droppedBy(server);
  }

  /** Prepares an object; undefined for one that cannot be decoded, or of a kind that is not considered. Adds what is wrong with it to the findings. */
  prepare(given: GivenObject, position: number, findings: LocatedFinding[]): Prepared | undefined {
    const object = worldObjectOf(given, position);
    const { apiVersion, kind } = object;
    const decoding = new Report({ ...subjectOf(object), locate: (steps) => steps }, this.#server, this.#checkpoint);
    const type = typeOfObject(given.json, this.#server, decoding);
    const decoded = type === undefined ? undefined : decodeStrict(given.json, type, decoding);
    for (const finding of decoding.findings) findings.push(finding);
    if (type === undefined || decoded === undefined || decoding.findings.some(endsDecoding)) return undefined;
    const shape = v1TypeOf(type, apiVersion, kind, this.#server);
    const converted = toV1Shape(decoded, apiVersion, kind);
    const whole = transform(converted, shape, apiVersion === FLAT_VERSION ? this.#defaultsOfFlat : this.#defaults);
    return { object, shape, whole, created: transform(whole, shape, this.#dropped) };
  }
}

/** Returns whether nothing else of an object can be judged: unknown fields leave all others as they are. */
function endsDecoding({ finding: { severity, rule } }: LocatedFinding): boolean {
  return severity === 'error' && rule !== unknownField.id;
}

/** The subject of reports on an object. */
export function subjectOf({ apiVersion, kind, namespace, shown, given }: WorldObject): Subject {
  const locate = (steps: readonly PathStep[]): readonly PathStep[] => documentSteps(steps, apiVersion, kind);
  const declarativePath = (path: string): string => documentPath(path, apiVersion, kind);
  return { kind, namespace, name: shown, given, locate, declarativePath };
}

/** The type of an object in the shape of v1, which v1beta2 has as well. */
function v1TypeOf(own: StructType, apiVersion: string, kind: string, { minor, ownGates }: Surroundings): StructType {
  if (apiVersion !== FLAT_VERSION) return own;
  return typeOf('resource.k8s.io/v1', kind, minor, ownGates) ?? own;
}
