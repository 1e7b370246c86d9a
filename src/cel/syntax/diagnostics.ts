// The issues of one text, collected while it is parsed.

import { BEFORE_TEXT, type Issue, NOWHERE } from '../errors.js';

/** cel-go stops parsing after this many syntax errors. */
const MAX_SYNTAX_ERRORS = 100;

/** Ends the parsing at once. What is wrong has been reported. */
export class ParsingEnded extends Error {}

/** Collects issues in the order in which cel-go reports them. */
export class Diagnostics {
  readonly issues: Issue[] = [];
  readonly #text: string;
  #syntaxErrors = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Notes an issue. */
  report(at: number, message: string, isOwnLimit = false): void {
    this.issues.push(isOwnLimit ? { at, message, isOwnLimit } : { at, message });
  }

  /** Notes that the text does not fit the grammar. Throws ParsingEnded when that was said often enough. */
  syntaxError(at: number, message: string): void {
    // cel-go finds no place in a text without characters.
    const place = this.#text === '' ? BEFORE_TEXT : at;
    this.#syntaxErrors += 1;
    if (this.#syntaxErrors <= MAX_SYNTAX_ERRORS) {
      this.report(place, `Syntax error: ${message}`);
      return;
    }
    this.report(place, `Syntax error: More than ${MAX_SYNTAX_ERRORS} syntax errors`);
    this.end();
  }

  /** Notes that a limit of the parser is exceeded, which cel-go says without a place; `isOwnLimit`: one that cel-go does not have. */
  exceeded(message: string, isOwnLimit = false): never {
    this.report(NOWHERE, message, isOwnLimit);
    this.end();
  }

  /** Ends the parsing. */
  end(): never {
    throw new ParsingEnded();
  }
}
