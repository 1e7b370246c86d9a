// One object after the other, the way it goes in the API server: decoded strictly by the schema of its version, brought into the shape of v1,
// filled in, stripped of what gates are off for, and judged by rules.

import type { Checkpoint } from '../base/checkpoint.js';
import type { Json, PathStep } from '../base/json.js';
import type { FeatureOptions } from '../features/features.js';
import { documentPath, documentSteps, FLAT_VERSION, toV1Shape } from './convert.js';
import { typeOfObject } from './decode/kinds.js';
import { decodeStrict } from './decode/strict.js';
import type { DecodedStruct } from './decoded.js';
import { defaultsOf } from './defaults.js';
import { droppedBy } from './dropped.js';
import { Field } from './field.js';
import type { LocatedFinding } from './finding.js';
import { namespaceLabels } from './namespaces.js';
import { type GivenObject, nameOf, objectsIn, textOf } from './objects.js';
import { Report } from './report.js';
import type { Surroundings } from './rule.js';
import { OBJECT_RULES } from './rules.js';
import { type StructType, typeOf } from './schema/schema.js';
import { serverOf } from './server.js';
import { type Transforms, transform } from './transform.js';
import { Walk } from './walk.js';

const WALK = new Walk(OBJECT_RULES);

/** Finds all that is wrong with objects, in their order. Throws AllocationError for options. */
export function findAll(given: readonly Json[], options: FeatureOptions, checkpoint: Checkpoint): LocatedFinding[] {
  const labels = namespaceLabels(objectsIn(given));
  const server = { ...serverOf(options), labelsOfNamespace: (name: string) => labels.get(name) };
  const judge = new Judge(server, checkpoint);
  const findings: LocatedFinding[] = [];
  let position = 0;
  for (const object of objectsIn(given)) {
    checkpoint.step();
    for (const finding of judge.judge(object, position)) findings.push(finding);
    position++;
  }
  return findings;
}

/** Judges objects for one server. */
class Judge {
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

  judge(given: GivenObject, position: number): readonly LocatedFinding[] {
    const { json } = given;
    const [apiVersion, kind] = [textOf(json, 'apiVersion'), textOf(json, 'kind')];
    const name = nameOf(json, position);
    const decoding = new Report({ kind, name, given, locate: (steps) => steps }, this.#server, this.#checkpoint);
    const type = typeOfObject(json, this.#server, decoding);
    const decoded = type === undefined ? undefined : decodeStrict(json, type, decoding);
    // An API server that cannot decode an object says nothing else about it.
    if (type === undefined || decoded === undefined || decoding.hasErrors) return decoding.findings;
    const shape = v1TypeOf(type, apiVersion, kind, this.#server.minor);
    const root = Field.root(this.#prepare(decoded, shape, apiVersion, kind));
    const locate = (steps: readonly PathStep[]): readonly PathStep[] => documentSteps(steps, apiVersion, kind);
    const declarativePath = (path: string): string => documentPath(path, apiVersion, kind);
    const report = new Report({ kind, name, given, locate, declarativePath }, this.#server, this.#checkpoint);
    WALK.judge(root, shape, report);
    return [...decoding.findings, ...report.findings];
  }

  /** The object as the API server validates it. */
  #prepare(decoded: DecodedStruct, shape: StructType, apiVersion: string, kind: string): DecodedStruct {
    const converted = toV1Shape(decoded, apiVersion, kind);
    const filled = transform(converted, shape, apiVersion === FLAT_VERSION ? this.#defaultsOfFlat : this.#defaults);
    return transform(filled, shape, this.#dropped);
  }
}

/** The type of an object in the shape of v1, which v1beta2 has as well. */
function v1TypeOf(own: StructType, apiVersion: string, kind: string, minor: number): StructType {
  if (apiVersion !== FLAT_VERSION) return own;
  return typeOf('resource.k8s.io/v1', kind, minor) ?? own;
}
