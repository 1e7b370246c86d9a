// The report on one object: rules write into it, and it makes findings of what they write.

import type { Checkpoint } from '../base/checkpoint.js';
import type { PathStep } from '../base/json.js';
import type { Field } from './field.js';
import type { LocatedFinding } from './finding.js';
import type { GivenObject } from './objects.js';
import type { RuleContext, RuleInfo, Server, StopExtent } from './rule.js';

/** The object of a report. */
export interface Subject {
  readonly kind: string;
  /** The name in findings. */
  readonly name: string;
  readonly given: GivenObject;
  /** The steps in the document to what rules know by other ones. */
  locate(steps: readonly PathStep[]): readonly PathStep[];
}

/** Collects what rules report about one object. One rule writes at a time: the one that was named last. */
export class Report implements RuleContext {
  readonly minor: number;
  readonly checkpoint: Checkpoint;
  readonly findings: LocatedFinding[] = [];
  readonly #subject: Subject;
  readonly #server: Server;
  /** Lists that are too long, by their values. */
  readonly #stops = new Map<unknown, StopExtent>();
  #rule: RuleInfo | undefined;

  constructor(subject: Subject, server: Server, checkpoint: Checkpoint) {
    this.#subject = subject;
    this.#server = server;
    this.minor = server.minor;
    this.checkpoint = checkpoint;
  }

  get kind(): string {
    return this.#subject.kind;
  }

  /** True when something was found that the API server refuses. */
  get hasErrors(): boolean {
    return this.findings.some(({ finding }) => finding.severity === 'error');
  }

  gate(name: string): boolean {
    return this.#server.gate(name);
  }

  /** The report for what a rule finds. */
  of(rule: RuleInfo): this {
    this.#rule = rule;
    return this;
  }

  report(at: Field, message: string, suggestion?: string): void {
    const { id, severity } = this.#rule as RuleInfo;
    const { name, given } = this.#subject;
    const finding = { severity, rule: id, message, object: name, path: at.path };
    this.findings.push({
      finding: suggestion === undefined ? finding : { ...finding, suggestion },
      source: given.source,
      steps: [...given.steps, ...this.#subject.locate(at.steps)],
    });
  }

  stopAt(list: Field, extent: StopExtent): void {
    this.#stops.set(list.value, extent);
  }

  stopOf(list: Field): StopExtent | undefined {
    return this.#stops.size === 0 ? undefined : this.#stops.get(list.value);
  }
}
