// Prepares an object for validation as the API server does: decodes it strictly, converts it to v1 form,
// fills in defaults and removes fields of disabled gates.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Json, PathStep } from '../../core/base/json.js';
import { typeOfObject } from '../decode/kinds.js';
import { decodeStrict } from '../decode/strict.js';
import type { LocatedFinding } from '../finding.js';
import type { InputObject } from '../objects.js';
import { Report, type Subject } from '../report.js';
import type { Surroundings } from '../rule.js';
import { unknownField } from '../rules/decode/unknown-field.js';
import { type StructType, typeOf } from '../schema/schema.js';
import type { DecodedStruct } from '../tree/decoded.js';
import { type Transforms, transform } from '../tree/transform.js';
import { type WorldObject, worldObjectOf } from '../world/subject.js';
import { documentPath, documentSteps, FLAT_VERSION, toV1Shape } from './convert.js';
import { asCreated } from './created.js';
import { defaultsOf } from './defaults.js';
import { droppedBy } from './dropped.js';

/** An object that can be decoded. */
export interface Prepared {
  readonly object: WorldObject;
  /** The type in v1 form. */
  readonly shape: StructType;
  /** The object in v1 form with defaults, including fields that the API server drops on creation. */
  readonly whole: DecodedStruct;
  /** The object as the API server validates it on creation: without dropped fields, and with the changes of `created.ts`. */
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

  /**
   * Prepares an object and adds its decoding errors to the findings. Returns
   * undefined if it cannot be decoded or its kind is not validated.
   */
  prepare(inputObject: InputObject, position: number, findings: LocatedFinding[]): Prepared | undefined {
    const object = worldObjectOf(inputObject, position);
    const { apiVersion, kind } = object;
    const decoding = new Report({ ...subjectOf(object), locate: (steps) => steps }, this.#server, this.#checkpoint);
    const type = typeOfObject(inputObject.json, this.#server, decoding);
    const decoded = type === undefined ? undefined : decodeStrict(inputObject.json, type, decoding);
    for (const finding of decoding.findings) findings.push(finding);
    if (type === undefined || decoded === undefined || decoding.findings.some(endsDecoding)) return undefined;
    const shape = v1TypeOf(type, apiVersion, kind, this.#server);
    const converted = toV1Shape(decoded, apiVersion, kind);
    const whole = transform(converted, shape, apiVersion === FLAT_VERSION ? this.#defaultsOfFlat : this.#defaults);
    return { object, shape, whole, created: asCreated(transform(whole, shape, this.#dropped), shape, this.#server) };
  }

  /** Prepares a pod template of a custom resource, without its unknown fields. Returns undefined if it cannot be decoded. */
  prepareTemplate(template: Json): Pick<Prepared, 'shape' | 'created'> | undefined {
    const { minor, libraryGates } = this.#server;
    const shape = typeOf('v1', 'PodTemplate', minor, libraryGates)?.fields.get('template');
    if (shape?.kind !== 'struct') return undefined;
    const inputObject = { json: template, source: 0, steps: [] };
    const decoding = new Report({ ...subjectOf(worldObjectOf(inputObject, 0)), locate: (steps) => steps }, this.#server, this.#checkpoint);
    const decoded = decodeStrict(template, shape, decoding);
    if (decoded === undefined) return undefined;
    return { shape, created: transform(transform(decoded, shape, this.#defaults), shape, this.#dropped) };
  }
}

/** Returns whether a finding makes further validation impossible. Unknown fields do not affect other fields. */
function endsDecoding({ finding: { severity, rule } }: LocatedFinding): boolean {
  return severity === 'error' && rule !== unknownField.id;
}

/** Returns the subject of reports on an object. */
export function subjectOf({ apiVersion, kind, namespace, shown, inputObject }: WorldObject): Subject {
  const locate = (steps: readonly PathStep[]): readonly PathStep[] => documentSteps(steps, apiVersion, kind);
  const declarativePath = (path: string): string => documentPath(path, apiVersion, kind);
  return { kind, namespace, name: shown, inputObject, locate, declarativePath };
}

/** Returns the type of an object in v1 form, which v1beta2 shares. */
function v1TypeOf(objectType: StructType, apiVersion: string, kind: string, { minor, libraryGates }: Surroundings): StructType {
  if (apiVersion !== FLAT_VERSION) return objectType;
  return typeOf('resource.k8s.io/v1', kind, minor, libraryGates) ?? objectType;
}
