// Finds the errors that an API server reports for each object alone. Commands that need only these errors start faster without
// the rules over the whole input.

import type { Checkpoint } from '../core/base/checkpoint.js';
import { formatPath, type Json } from '../core/base/json.js';
import { append } from '../core/base/lists.js';
import type { FeatureOptions } from '../core/features/features.js';
import { customPodFindings } from './custom-pods.js';
import type { LocatedFinding } from './finding.js';
import { MUST_SPECIFY, required } from './messages.js';
import { namespaceLabels } from './namespaces.js';
import { type InputObject, objectsIn } from './objects.js';
import { Preparation, type Prepared, subjectOf } from './prepare/prepare.js';
import { Report } from './report.js';
import type { RuleInfo, Surroundings } from './rule.js';
import { unknownField } from './rules/decode/unknown-field.js';
import { OBJECT_RULES } from './rules/object-rules.js';
import { serverOf } from './server.js';
import { Field } from './tree/field.js';
import { Walk } from './tree/walk.js';

const WALK = new Walk<Report>(OBJECT_RULES);

/** The API server that validates. */
export interface ServerOptions extends FeatureOptions {
  /** Report unknown fields as warnings, because objects of newer releases have them, and validate the other fields. */
  readonly lenient?: boolean;
}

const STRICT: ReadonlySet<RuleInfo> = new Set();
const LENIENT: ReadonlySet<RuleInfo> = new Set([unknownField]);

/** Returns the API server together with the input objects that it treats as stored. Throws AllocationError for invalid options. */
export function surroundingsOf(inputObjects: readonly Json[], options: ServerOptions): Surroundings {
  const labels = namespaceLabels(objectsIn(inputObjects));
  const warned = options.lenient === true ? LENIENT : STRICT;
  return { ...serverOf(options), labelsOfNamespace: (name: string) => labels.get(name), warned };
}

/**
 * Returns the errors that an API server reports for the objects, and warnings about the pods of custom resources, in input order. Throws
 * AllocationError for invalid options.
 */
export function findRejections(inputObjects: readonly Json[], options: ServerOptions, checkpoint: Checkpoint): LocatedFinding[] {
  const judge = new ObjectJudge(surroundingsOf(inputObjects, options), checkpoint);
  const all: LocatedFinding[] = [];
  let position = 0;
  for (const object of objectsIn(inputObjects)) {
    checkpoint.step();
    for (const found of judge.judge(object, position)) if (found.finding.severity === 'error') all.push(found);
    append(all, judge.judgePods(object, position++));
  }
  return all;
}

/** Removes findings about missing fields in structs that have an unknown field, since the unknown field is most likely the missing one. */
function withoutConsequences(found: readonly LocatedFinding[], unknown: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const structs = new Set(unknown.map(({ steps }) => formatPath(steps.slice(0, -1))));
  return found.filter(({ finding: { message }, steps }) => {
    const isMissing = message.startsWith(required()) || message.includes(MUST_SPECIFY);
    return !isMissing || !(structs.has(formatPath(steps)) || structs.has(formatPath(steps.slice(0, -1))));
  });
}

/** Validates objects one by one. */
export class ObjectJudge {
  readonly preparation: Preparation;
  readonly #server: Surroundings;
  readonly #checkpoint: Checkpoint;

  constructor(server: Surroundings, checkpoint: Checkpoint) {
    this.#server = server;
    this.#checkpoint = checkpoint;
    this.preparation = new Preparation(server, checkpoint);
  }

  /** Returns warnings about the pods of a custom resource; none for other objects. */
  judgePods(inputObject: InputObject, position: number): readonly LocatedFinding[] {
    return customPodFindings(inputObject, position, this.preparation, this.#server, this.#checkpoint);
  }

  /** Returns the findings about an object. `more` adds findings about an object that can be decoded. */
  judge(inputObject: InputObject, position: number, more?: (prepared: Prepared, report: Report) => void): readonly LocatedFinding[] {
    const findings: LocatedFinding[] = [];
    const prepared = this.preparation.prepare(inputObject, position, findings);
    // An API server that rejects the fields of an object reports no further errors about it.
    const isRejected = findings.some(({ finding }) => finding.severity === 'error');
    if (prepared === undefined || (isRejected && more === undefined)) return findings;
    const report = new Report(subjectOf(prepared.object), this.#server, this.#checkpoint);
    WALK.judge(Field.root(prepared.created), prepared.shape, report);
    more?.(prepared, report);
    return [...findings, ...(isRejected ? withoutConsequences(report.findings, findings) : report.findings)];
  }
}
