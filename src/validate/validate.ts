// Validates each object as the API server does, then all objects together to find objects that can never work.

import type { Checkpoint } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Json } from '../core/base/json.js';
import type { LocatedFinding } from './finding.js';
import { type InputObject, objectsIn } from './objects.js';
import { GateCheck } from './prepare/gate-off.js';
import { type Prepared, subjectOf } from './prepare/prepare.js';
import { ObjectJudge, type ServerOptions, surroundingsOf } from './rejections.js';
import { Report } from './report.js';
import type { RuleInfo, Surroundings } from './rule.js';
import { POOL_RULES, VALUE_RULES } from './rules/world.js';
import { innerType, type Type } from './schema/schema.js';
import { usualRelease } from './server.js';
import { Field } from './tree/field.js';
import { Walk } from './tree/walk.js';
import type { WorldSlice } from './world/devices.js';
import { Gatherer } from './world/gather.js';
import { below, ReportCache } from './world/report-cache.js';
import { worldObjectOf } from './world/subject.js';
import { WorldContext } from './world-rule.js';

const WORLD_WALK = new Walk<WorldContext>(VALUE_RULES);
/** The rules about whole claims and templates, in addition to the rules about their requests. */
const WHOLE_CLAIM_WALK = new Walk<WorldContext>(
  VALUE_RULES.filter(({ at }) => at.some((type) => type === 'ResourceClaim' || type === 'ResourceClaimTemplate')),
);

/** The API server that validates, and a callback for progress. */
export interface JudgeOptions extends ServerOptions {
  /**
   * Called before each object with the number of objects done. Every object counts twice, because all objects are also
   * validated together.
   */
  readonly onObject?: ((before: number) => void) | undefined;
}

/**
 * Returns all findings in the order of the objects: first the errors of the server, then problems
 * in combination with the other objects. Throws AllocationError for invalid options.
 */
export function findAll(inputObjects: readonly Json[], options: JudgeOptions, checkpoint: Checkpoint): LocatedFinding[] {
  const server = surroundingsOf(inputObjects, options);
  const validation = new Validation(inputObjects, server, checkpoint, options.onObject);
  validation.judgeObjects(new GateCheck(usualRelease(server, options)));
  validation.judgeWorld();
  return validation.findings();
}

/** The path to the requests of a claim. */
const DEMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ResourceClaim', ['spec', 'devices']],
  ['ResourceClaimTemplate', ['spec', 'spec', 'devices']],
]);

/** One run of the validation. */
class Validation {
  readonly #inputObjects: readonly Json[];
  readonly #checkpoint: Checkpoint;
  readonly #server: Surroundings;
  readonly #onObject: JudgeOptions['onObject'];
  readonly #judge: ObjectJudge;
  readonly #gatherer = new Gatherer();
  /** The kinds whose objects have values that depend on the rest of the input. */
  readonly #kindsOfWorld = new Set<string>();
  /** The positions of objects with a list that is too long. */
  readonly #longLists = new Set<number>();
  readonly #remembered = new ReportCache();
  readonly #found = new Map<number, LocatedFinding[]>();

  constructor(inputObjects: readonly Json[], server: Surroundings, checkpoint: Checkpoint, onObject: JudgeOptions['onObject']) {
    this.#inputObjects = inputObjects;
    this.#checkpoint = checkpoint;
    this.#server = server;
    this.#onObject = onObject;
    this.#judge = new ObjectJudge(server, checkpoint);
  }

  /** Returns the findings so far, in the order of the objects. */
  findings(): LocatedFinding[] {
    const positions = [...this.#found.keys()].sort((left, right) => left - right);
    return positions.flatMap((position) => this.#found.get(position) ?? []);
  }

  /** Validates each object alone and stores the data that validation of the other objects needs. */
  judgeObjects(gates: GateCheck): void {
    for (const [position, inputObject] of this.#objects()) {
      this.#gatherer.addName(worldObjectOf(inputObject, position));
      const findings = this.#judge.judge(inputObject, position, (prepared, report) => {
        gates.check(prepared.whole, prepared.shape, report);
        this.#gather(prepared, report);
      });
      this.#add(position, findings);
      this.#add(position, this.#judge.judgePods(inputObject, position));
    }
  }

  /** Validates all objects together. They are decoded again, since decoded objects need several times the memory of the input. */
  judgeWorld(): void {
    const world = this.#gatherer.world(this.#server, this.#checkpoint);
    for (const pool of [...world.pools.values()].flat()) {
      for (const rule of POOL_RULES) {
        this.#checkpoint.step();
        rule.check(pool, { world, report: (slice, at, message, suggestion) => this.#report(rule, slice, [at, message, suggestion]) });
      }
    }
    for (const [position, inputObject] of this.#objects()) {
      const { kind } = worldObjectOf(inputObject, position);
      const isJudged = this.#kindsOfWorld.has(kind) && !this.#longLists.has(position);
      const prepared = isJudged ? this.#judge.preparation.prepare(inputObject, position, []) : undefined;
      if (prepared === undefined) continue;
      world.bounds.judges(prepared.object);
      const context = new WorldContext(subjectOf(prepared.object), world, this.#server, this.#checkpoint);
      this.#judgeWithWorld(prepared, context);
      this.#add(position, context.findings);
    }
    for (const [position, finding] of world.bounds.findings()) this.#add(position, [finding]);
  }

  #judgeWithWorld({ object, shape, whole }: Prepared, context: WorldContext): void {
    const root = Field.root(whole);
    const path = DEMANDS.get(object.kind);
    const type = path?.reduce<Type | undefined>((outer, step) => (outer === undefined ? undefined : innerType(outer, step)), shape);
    if (path === undefined || type === undefined) return WORLD_WALK.judge(root, shape, context);
    const demand = path.reduce((field, name) => field.child(name), root);
    WHOLE_CLAIM_WALK.judge(root, shape, context);
    // Each alternative is checked like a claim without alternatives.
    for (const one of demand.parent?.child('firstOfDevices').items ?? []) WORLD_WALK.judge(one, type, context);
    let isNew = false;
    const reports = this.#remembered.of(demand, object.namespace, () => {
      isNew = true;
      return context.record(demand, () => WORLD_WALK.judge(demand, type, context));
    });
    if (isNew) return;
    for (const { rule, steps, message, suggestion, fix } of reports)
      context.of(rule).report(below(demand, steps), message, suggestion, fix);
  }

  #gather({ object, shape, whole }: Prepared, { hasLongList }: Report): void {
    if (hasLongList) this.#longLists.add(object.position);
    // The devices of a class are unknown if it has too many selectors.
    if (!hasLongList || object.kind !== 'DeviceClass') this.#gatherer.add(Field.root(whole), object);
    if (WORLD_WALK.looksAt(shape)) this.#kindsOfWorld.add(object.kind);
  }

  #report(rule: RuleInfo, { object }: WorldSlice, found: Parameters<Report['report']>): void {
    const report = new Report(subjectOf(object), this.#server, this.#checkpoint).of(rule);
    const [at, message, suggestion, fix] = found;
    report.report(at, message, suggestion, fix);
    this.#add(object.position, report.findings);
  }

  *#objects(): Generator<readonly [number, InputObject]> {
    let position = 0;
    for (const object of objectsIn(this.#inputObjects)) {
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
