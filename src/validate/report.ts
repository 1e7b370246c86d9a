// The report on one object: rules write into it, and it makes findings of what they write.

import type { SelectorCache } from '../cel/cache.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Json, PathStep } from '../core/base/json.js';
import type { Fix, LocatedFinding } from './finding.js';
import type { GivenObject } from './objects.js';
import { DECLARATIVE_SINCE, type Rule, type RuleContext, type RuleInfo, type StopExtent, type Surroundings } from './rule.js';
import type { Field } from './tree/field.js';

/** The object of a report. */
export interface Subject {
  readonly kind: string;
  /** The namespace, `default` where the object names none; empty for kinds of the cluster. */
  readonly namespace: string;
  /** The name in findings. */
  readonly name: string;
  readonly given: GivenObject;
  /** The steps in the document to what rules know by other ones. */
  locate(steps: readonly PathStep[]): readonly PathStep[];
  /** The path for what the declarative validation finds, which knows the fields of its own version alone. The same one unless given. */
  declarativePath?(path: string): string;
}

/** A rule that reports. */
type ReportingRule = RuleInfo & Pick<Rule, 'declarative'>;

/** One rule reports this often about one object: a text of some megabytes can break a rule a million times, and nobody reads more. */
const MOST_OF_RULE = 1000;

/** Collects what rules report about one object. One rule writes at a time: the one that was named last. */
export class Report implements RuleContext {
  readonly minor: number;
  readonly checkpoint: Checkpoint;
  readonly findings: LocatedFinding[] = [];
  readonly #subject: Subject;
  readonly #server: Surroundings;
  /** Lists that are too long, by their values. */
  readonly #stops = new Map<unknown, StopExtent>();
  /** The number of findings by rule. */
  readonly #counts = new Map<ReportingRule, number>();
  #rule: ReportingRule | undefined;
  #hasLongList = false;

  constructor(subject: Subject, server: Surroundings, checkpoint: Checkpoint) {
    this.#subject = subject;
    this.#server = server;
    this.minor = server.minor;
    this.checkpoint = checkpoint;
  }

  get ownGates(): readonly string[] {
    return this.#server.ownGates;
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

  /** True when something was found that the API server rejects. */
  get hasErrors(): boolean {
    return this.findings.some(({ finding }) => finding.severity === 'error');
  }

  gate(name: string): boolean {
    return this.#server.gate(name);
  }

  /** The report for what a rule finds. */
  of(rule: ReportingRule): this {
    this.#rule = rule;
    return this;
  }

  /** The value of a field as it stands in the document, before defaults are filled in; undefined if there is none. */
  written(at: Field): Json | undefined {
    let value: Json | undefined = this.#subject.given.json;
    for (const step of this.#subject.locate(at.steps)) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
      value = (value as Readonly<Record<PathStep, Json>>)[step];
    }
    return value;
  }

  /**
   * Reports that the rule is broken at a field. A fix is for the text of the field. Of what one rule finds in one object the first thousand are reported, and
   * then that there are more.
   */
  report(at: Field, message: string, suggestion?: string, fix?: Fix): void {
    const rule = this.#rule as ReportingRule;
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count <= MOST_OF_RULE) this.#add(rule, at, message, suggestion, fix);
    else if (count === MOST_OF_RULE + 1)
      this.#add(rule, at, `${message}; from here on, findings of this rule in this object are not listed`);
  }

  #add(rule: ReportingRule, at: Field, message: string, suggestion?: string, fix?: Fix): void {
    const severity = this.#server.warned?.has(rule) === true ? 'warning' : rule.severity;
    const { name, given } = this.#subject;
    const finding = { severity, rule: rule.id, message, object: name, path: this.#pathOf(at) };
    this.findings.push({
      finding: suggestion === undefined ? finding : { ...finding, suggestion },
      source: given.source,
      steps: [...given.steps, ...this.#subject.locate(at.steps)],
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

  /** True if some list or map is too long to be judged. */
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
