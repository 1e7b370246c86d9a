// Turns the reports of rules on one object into findings.

import type { SelectorCache } from '../cel/cache.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Json, PathStep } from '../core/base/json.js';
import type { Fix, LocatedFinding } from './finding.js';
import type { InputObject } from './objects.js';
import { DECLARATIVE_SINCE, type Rule, type RuleContext, type RuleInfo, type StopExtent, type Surroundings } from './rule.js';
import type { Field } from './tree/field.js';

export interface Subject {
  readonly kind: string;
  /** The namespace; `default` if the object names none, empty for cluster-scoped kinds. */
  readonly namespace: string;
  /** The name in findings. */
  readonly name: string;
  readonly inputObject: InputObject;
  /** Converts the steps that rules use into the steps in the document. */
  locate(steps: readonly PathStep[]): readonly PathStep[];
  /**
   * Converts a path into the path that declarative validation reports, which
   * uses the fields of the object's version. Default: the path unchanged.
   */
  declarativePath?(path: string): string;
}

type ReportingRule = RuleInfo & Pick<Rule, 'declarative'>;

/** Limit of reports per rule and object, since a text of a few megabytes can break a rule a million times. */
const MOST_OF_RULE = 1000;

/** Collects the reports of rules on one object. Reports belong to the rule last passed to `of`. */
export class Report implements RuleContext {
  readonly minor: number;
  readonly checkpoint: Checkpoint;
  readonly findings: LocatedFinding[] = [];
  readonly #subject: Subject;
  readonly #server: Surroundings;
  /** The lists that are too long, by their values. */
  readonly #stops = new Map<unknown, StopExtent>();
  readonly #counts = new Map<ReportingRule, number>();
  #rule: ReportingRule | undefined;
  #hasLongList = false;

  constructor(subject: Subject, server: Surroundings, checkpoint: Checkpoint) {
    this.#subject = subject;
    this.#server = server;
    this.minor = server.minor;
    this.checkpoint = checkpoint;
  }

  get libraryGates(): readonly string[] {
    return this.#server.libraryGates;
  }

  get expressions(): SelectorCache {
    return this.#server.expressions;
  }

  labelsOfNamespace(name: string): ReadonlyMap<string, string> | undefined {
    return this.#server.labelsOfNamespace(name);
  }

  get kind(): string {
    return this.#subject.kind;
  }

  get namespace(): string {
    return this.#subject.namespace;
  }

  /** True if a finding is an error. */
  get hasErrors(): boolean {
    return this.findings.some(({ finding }) => finding.severity === 'error');
  }

  gate(name: string): boolean {
    return this.#server.gate(name);
  }

  /** Returns this report, with the rule as the author of the following reports. */
  of(rule: ReportingRule): this {
    this.#rule = rule;
    return this;
  }

  /** Returns the value of a field in the document, before defaults; undefined if the document does not have it. */
  written(at: Field): Json | undefined {
    let value: Json | undefined = this.#subject.inputObject.json;
    for (const step of this.#subject.locate(at.steps)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
      value = (value as Readonly<Record<PathStep, Json>>)[step];
    }
    return value;
  }

  /**
   * Reports that a field breaks the rule. `fix` changes the text of the field. After the first
   * thousand reports of a rule on an object, one more report says that the others are omitted.
   */
  report(at: Field, message: string, suggestion?: string, fix?: Fix): void {
    const rule = this.#rule as ReportingRule;
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count <= MOST_OF_RULE) this.#add(rule, at, message, suggestion, fix);
    else if (count === MOST_OF_RULE + 1) this.#add(rule, at, `${message}; further findings of this rule in this object are not listed`);
  }

  #add(rule: ReportingRule, at: Field, message: string, suggestion?: string, fix?: Fix): void {
    const severity = this.#server.warned?.has(rule) === true ? 'warning' : rule.severity;
    const { name, inputObject } = this.#subject;
    const finding = { severity, rule: rule.id, message, object: name, path: this.#pathOf(at) };
    this.findings.push({
      finding: suggestion === undefined ? finding : { ...finding, suggestion },
      source: inputObject.source,
      steps: [...inputObject.steps, ...this.#subject.locate(at.steps)],
      ...(fix === undefined ? {} : { fix }),
    });
  }

  stopAt(value: Field, extent: StopExtent): void {
    this.#stops.set(value.value, extent);
  }

  stopAtLength(value: Field, extent: StopExtent): void {
    this.#hasLongList = true;
    this.stopAt(value, extent);
  }

  /** True if a list or map is too long to be validated. */
  get hasLongList(): boolean {
    return this.#hasLongList;
  }

  stopOf(value: Field): StopExtent | undefined {
    return this.#stops.size === 0 ? undefined : this.#stops.get(value.value);
  }

  reaches(value: Field): boolean {
    const stop = this.stopOf(value);
    return stop === undefined || (stop === 'handwritten' && this.#isDeclarative);
  }

  get #isDeclarative(): boolean {
    return this.#rule?.declarative === true && this.minor >= DECLARATIVE_SINCE;
  }

  #pathOf(at: Field): string {
    return this.#isDeclarative ? (this.#subject.declarativePath?.(at.path) ?? at.path) : at.path;
  }
}
