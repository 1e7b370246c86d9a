// One object after the other, the way it goes in the API server; then all of them together, for what can never work.

import type { Checkpoint } from '../base/checkpoint.js';
import { entryIn } from '../base/entry-in.js';
import type { Json } from '../base/json.js';
import type { FeatureOptions } from '../features/features.js';
import { Field } from './field.js';
import type { LocatedFinding } from './finding.js';
import { GateCheck } from './gate-off.js';
import { namespaceLabels } from './namespaces.js';
import { type GivenObject, objectsIn } from './objects.js';
import { Preparation, type Prepared, subjectOf } from './prepare.js';
import { Report } from './report.js';
import type { RuleInfo, Surroundings } from './rule.js';
import { unknownField } from './rules/decode/unknown-field.js';
import { POOL_RULES, VALUE_RULES } from './rules/world.js';
import { OBJECT_RULES } from './rules.js';
import { serverOf, usualRelease } from './server.js';
import { Walk } from './walk.js';
import type { WorldSlice } from './world/devices.js';
import { Gatherer } from './world/gather.js';
import { worldObjectOf } from './world/subject.js';
import { WorldContext } from './world-rule.js';

const WALK = new Walk<Report>(OBJECT_RULES);
const WORLD_WALK = new Walk<WorldContext>(VALUE_RULES);

/** The API server that judges, and what else the command asks for. */
export interface JudgeOptions extends FeatureOptions {
  /** Unknown fields are warnings, as objects of newer releases have them: what remains is judged without them. */
  readonly lenient?: boolean;
  /** Only what the API server refuses: nothing is judged by the rest of the input. */
  readonly refusalsOnly?: boolean;
  /** Hears before each object how many there were; of all objects twice where they are judged together, too. */
  readonly onObject?: ((before: number) => void) | undefined;
}

/** Finds all that is wrong with objects, in their order: of each what its server refuses, then what the rest of the input makes wrong. Throws AllocationError for options. */
export function findAll(given: readonly Json[], options: JudgeOptions, checkpoint: Checkpoint): LocatedFinding[] {
  const labels = namespaceLabels(objectsIn(given));
  const warned = options.lenient === true ? LENIENT : STRICT;
  const server = { ...serverOf(options), labelsOfNamespace: (name: string) => labels.get(name), warned };
  const validation = new Validation(given, server, checkpoint, options.onObject);
  if (options.refusalsOnly === true) validation.judgeObjects();
  else {
    validation.judgeObjects(new GateCheck(usualRelease(server, options)));
    validation.judgeWorld();
  }
  return validation.findings();
}

const STRICT: ReadonlySet<RuleInfo> = new Set();
const LENIENT: ReadonlySet<RuleInfo> = new Set([unknownField]);

/** One call. */
class Validation {
  readonly #given: readonly Json[];
  readonly #checkpoint: Checkpoint;
  readonly #server: Surroundings;
  readonly #onObject: JudgeOptions['onObject'];
  readonly #preparation: Preparation;
  readonly #gatherer = new Gatherer();
  /** The types whose objects have something in them that depends on the rest of the input, by kind. */
  readonly #kindsOfWorld = new Set<string>();
  readonly #found = new Map<number, LocatedFinding[]>();

  constructor(given: readonly Json[], server: Surroundings, checkpoint: Checkpoint, onObject: JudgeOptions['onObject']) {
    this.#given = given;
    this.#checkpoint = checkpoint;
    this.#server = server;
    this.#onObject = onObject;
    this.#preparation = new Preparation(server, checkpoint);
  }

  /** The findings so far, in the order of the objects. */
  findings(): LocatedFinding[] {
    const positions = [...this.#found.keys()].sort((left, right) => left - right);
    return positions.flatMap((position) => this.#found.get(position) ?? []);
  }

  /** Judges each object by itself, and keeps what the others need to know of it. */
  judgeObjects(gates?: GateCheck): void {
    for (const [position, given] of this.#objects()) {
      const findings: LocatedFinding[] = [];
      const prepared = this.#preparation.prepare(given, position, findings);
      this.#gatherer.addName(worldObjectOf(given, position));
      if (prepared !== undefined) {
        const report = new Report(subjectOf(prepared.object), this.#server, this.#checkpoint);
        WALK.judge(Field.root(prepared.created), prepared.shape, report);
        if (gates !== undefined) this.#gather(prepared);
        gates?.check(prepared.whole, prepared.shape, report);
        for (const finding of report.findings) findings.push(finding);
      }
      this.#add(position, findings);
    }
  }

  /** Judges all objects together. They are decoded again: kept, they would take several times the memory of the input. */
  judgeWorld(): void {
    const world = this.#gatherer.world(this.#server, this.#checkpoint);
    for (const pool of world.pools.values()) {
      for (const rule of POOL_RULES) {
        this.#checkpoint.step();
        rule.check(pool, { world, report: (slice, at, message, suggestion) => this.#report(rule, slice, [at, message, suggestion]) });
      }
    }
    for (const [position, given] of this.#objects()) {
      const { kind } = worldObjectOf(given, position);
      const prepared = this.#kindsOfWorld.has(kind) ? this.#preparation.prepare(given, position, []) : undefined;
      if (prepared === undefined) continue;
      const context = new WorldContext(subjectOf(prepared.object), world, this.#server, this.#checkpoint);
      WORLD_WALK.judge(Field.root(prepared.whole), prepared.shape, context);
      this.#add(position, context.findings);
    }
  }

  #gather({ object, shape, whole }: Prepared): void {
    this.#gatherer.add(Field.root(whole), object);
    if (WORLD_WALK.looksAt(shape)) this.#kindsOfWorld.add(object.kind);
  }

  #report(rule: RuleInfo, { object }: WorldSlice, found: Parameters<Report['report']>): void {
    const report = new Report(subjectOf(object), this.#server, this.#checkpoint).of(rule);
    report.report(...found);
    this.#add(object.position, report.findings);
  }

  *#objects(): Generator<readonly [number, GivenObject]> {
    let position = 0;
    for (const object of objectsIn(this.#given)) {
      this.#checkpoint.step();
      this.#onObject?.(position);
      yield [position++, object];
    }
  }

  #add(position: number, findings: readonly LocatedFinding[]): void {
    if (findings.length === 0) return;
    const found = entryIn(this.#found, position, (): LocatedFinding[] => []);
    for (const finding of findings) found.push(finding);
  }
}
