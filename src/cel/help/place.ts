// Provides the place of an error in an expression and the text around it.

/** Longer texts are not treated as a word with missing quotes. */
export const MAX_WORD = 64;

/** The maximum distance between a mistake and related text. */
const MAX_CONTEXT = 200;

/** A quoted text without escapes, an integer or a double. */
const LITERAL = String.raw`"[^"\\\n]{0,64}"|'[^'\\\n]{0,64}'|-?\d[\d.]{0,32}(?:[eE][+-]?\d{1,3})?`;
const LITERAL_BEFORE = new RegExp(`(?:(?:quantity|semver)\\(\\s*(${LITERAL})\\s*\\)|(?:^|[^\\w."'])(${LITERAL}))\\s*$`);
const LITERAL_AFTER = new RegExp(`^\\S{1,2}\\s*(?:(?:quantity|semver)\\(\\s*)?(${LITERAL})(?![\\w.])`);
const ONLY_ARGUMENT = new RegExp(`^\\(\\s*(${LITERAL})\\s*\\)`);

/** A place in an expression. */
export class Place {
  readonly #text: string;
  readonly #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = Math.max(at, 0);
  }

  get before(): string {
    return this.#text.slice(0, this.#at);
  }

  get after(): string {
    return this.#text.slice(this.#at);
  }

  /** The text shortly before the place. */
  get justBefore(): string {
    return this.#text.slice(Math.max(this.#at - MAX_CONTEXT, 0), this.#at);
  }

  /** The literal, as written, that is the only argument of the call here. */
  get argument(): string | undefined {
    return ONLY_ARGUMENT.exec(this.after)?.[1];
  }

  /** The literal, as written, on the left of the operator here, optionally within a quantity or version. */
  get leftLiteral(): string | undefined {
    const [, wrapped, bare] = LITERAL_BEFORE.exec(this.justBefore) ?? [];
    return wrapped ?? bare;
  }

  /** The literal, as written, on the right of the operator here, optionally within a quantity or version. */
  get rightLiteral(): string | undefined {
    return LITERAL_AFTER.exec(this.after)?.[1];
  }

  /** The characters around the place that may be a word with missing quotes. */
  get word(): string {
    return this.#text.slice(this.#wordStart, this.#wordEnd);
  }

  get beforeWord(): string {
    return this.#text.slice(0, this.#wordStart);
  }

  get afterWord(): string {
    return this.#text.slice(this.#wordEnd);
  }

  get #wordStart(): number {
    let start = this.#at;
    while (this.#at - start <= MAX_WORD && this.#isPartOfWord(start - 1)) start -= 1;
    return start;
  }

  get #wordEnd(): number {
    let end = this.#at;
    while (end - this.#at <= MAX_WORD && this.#isPartOfWord(end)) end += 1;
    return end;
  }

  #isPartOfWord(at: number): boolean {
    return /^[\w.\-/]$/.test(this.#text[at] ?? '');
  }
}

/** An example of how to read an attribute. */
export const ATTRIBUTE = 'device.attributes["DOMAIN"].NAME';
