// Comments that ignore a rule: `# dra-allocator: ignore RULE reason`, after a field, on a separate line above it, or above an object for the whole object.

import { entryIn } from '../../../core/base/entry-in.js';
import { shorten } from '../../../core/base/words.js';
import type { Comment, Position } from '../../../core/read/read.js';
import { didYouMean } from '../arguments.js';
import type { PlacedFinding } from './finding.js';
import { ALL_RULES, ignoreComment, ruleOf } from './rules.js';
import type { Text } from './texts.js';

const WORD = 'dra-allocator:';

/** Matches a whole comment. */
const IGNORE = /^dra-allocator:\s*ignore\s+(\S+)\s*(.*)$/;

/** The most characters of a comment in a message. */
const MAX_SHOWN = 60;

/** Matches a line without content: a comment, blanks, or the mark between documents. */
const NO_CONTENT = /^(?:\s*(?:#.*)?|---\s*(?:#.*)?)$/;

/** A comment that ignores a rule. */
class Ignore {
  readonly rule: string;
  readonly comment: Comment;
  /** True for a comment on a separate line, which also applies to the object that begins below it. */
  readonly isAlone: boolean;
  isUsed = false;

  constructor(rule: string, comment: Comment, isAlone: boolean) {
    this.rule = rule;
    this.comment = comment;
    this.isAlone = isAlone;
  }
}

/** The comments of one text that ignore rules, by the lines to which they apply. */
export class Ignores {
  readonly #text: Text;
  readonly #byLine = new Map<number, Ignore[]>();
  readonly #all: Ignore[] = [];
  readonly #findings: PlacedFinding[] = [];

  constructor(text: Text) {
    this.#text = text;
    /** The next line with content below each comment on a separate line. */
    const contents = new Map<number, number>();
    for (const comment of text.result.comments(WORD).toReversed()) {
      const isAlone = /^\s*$/.test(this.#lineText(comment.line).slice(0, comment.column - 1));
      const line = isAlone ? this.#contentBelow(comment.line, contents) : comment.line;
      this.#add(comment, isAlone, line);
    }
  }

  /** Returns whether comments ignore a finding in an object that begins at a position. */
  ignores({ rule, line }: PlacedFinding, object: Position | undefined): boolean {
    let found = false;
    for (const ignore of this.#byLine.get(line) ?? []) if (ignore.rule === rule) found = ignore.isUsed = true;
    if (object === undefined || object.line === line) return found;
    for (const ignore of this.#byLine.get(object.line) ?? []) {
      if (ignore.rule === rule && ignore.isAlone) found = ignore.isUsed = true;
    }
    return found;
  }

  /**
   * Returns findings about the comments themselves. Requires: all other findings were checked. Comments are not reported as unused if
   * objects could not be decoded, since their findings are incomplete.
   */
  finish(isDecoded: boolean): readonly PlacedFinding[] {
    const unused = isDecoded ? this.#all.filter(({ isUsed }) => !isUsed) : [];
    return [
      ...this.#findings,
      ...unused.map(({ comment, rule }) => this.#finding(comment, `nothing to ignore: no finding of ${rule} here`)),
    ];
  }

  #add(comment: Comment, isAlone: boolean, line: number): void {
    const [, rule, reason] = IGNORE.exec(comment.text) ?? [];
    if (rule === undefined) {
      const message = `cannot parse "${shorten(comment.text, MAX_SHOWN)}"`;
      this.#findings.push(this.#finding(comment, message, 'write # dra-allocator: ignore RULE reason'));
      return;
    }
    if (ruleOf(rule) === undefined) {
      const names = ALL_RULES.map(({ id }) => id);
      this.#findings.push(this.#finding(comment, `no rule ${shorten(rule, MAX_SHOWN)}${didYouMean(rule, names)}`));
      return;
    }
    if (reason === '')
      this.#findings.push(this.#finding(comment, `ignores ${rule} without a reason`, 'add the reason after the name of the rule'));
    const ignore = new Ignore(rule, comment, isAlone);
    this.#all.push(ignore);
    entryIn(this.#byLine, line, (): Ignore[] => []).push(ignore);
  }

  #finding({ line, column }: Comment, message: string, suggestion?: string): PlacedFinding {
    const { id, severity } = ignoreComment;
    const place = { file: this.#text.file, line, column, lineText: this.#lineText(line) };
    return { severity, rule: id, message, object: '', path: '', ...(suggestion === undefined ? {} : { suggestion }), ...place };
  }

  /** Returns the first line with content below a line. Comments are processed upwards, so that no line is checked twice. */
  #contentBelow(line: number, contents: Map<number, number>): number {
    let below = line + 1;
    for (;;) {
      const cachedLine = contents.get(below);
      const text = this.#text.result.lineText(below);
      if (cachedLine === undefined && text !== undefined && NO_CONTENT.test(text)) below++;
      else {
        contents.set(line, cachedLine ?? below);
        return cachedLine ?? below;
      }
    }
  }

  #lineText(line: number): string {
    return this.#text.result.lineText(line) ?? '';
  }
}
