// Collects the issues of one text during parsing.

import { BEFORE_TEXT, type Issue, NOWHERE } from '../errors.js';

/** cel-go stops parsing after this number of syntax errors. */
const MAX_SYNTAX_ERRORS = 100;

/** Ends parsing at once, after the issue has been reported. */
export class ParsingEnded extends Error {}

/** Collects issues in the order in which cel-go reports them. */
export class Diagnostics {
  readonly issues: Issue[] = [];
  readonly #text: string;
  #syntaxErrors = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Records an issue. */
  report(at: number, message: string, isOwnLimit = false): void {
    this.issues.push(isOwnLimit ? { at, message, isOwnLimit } : { at, message });
  }

  /** Records a syntax error. Throws ParsingEnded after too many of them. */
  syntaxError(at: number, message: string): void {
    // In an empty text, cel-go reports no place.
    const place = this.#text === '' ? BEFORE_TEXT : at;
    this.#syntaxErrors += 1;
    if (this.#syntaxErrors <= MAX_SYNTAX_ERRORS) {
      this.report(place, `Syntax error: ${message}`);
      return;
    }
    this.report(place, `Syntax error: More than ${MAX_SYNTAX_ERRORS} syntax errors`);
    this.end();
  }

  /** Records an exceeded limit, which cel-go reports without a place. `isOwnLimit`: cel-go does not have this limit. */
  exceeded(message: string, isOwnLimit = false): never {
    this.report(NOWHERE, message, isOwnLimit);
    this.end();
  }

  /** Ends parsing. */
  end(): never {
    throw new ParsingEnded();
  }
}
