// The lines of a YAML text that have content, and a place within them.

/** Thrown to give up at {@link Lines.at}: the text is more than the readers of this folder know, or more than `limit` says that any reader takes of it. */
export class NotPlain extends Error {
  readonly limit: string | undefined;

  constructor(limit?: string) {
    super(limit);
    this.limit = limit;
  }
}

const SPACE = 32;
const HASH = 35;
const DASH = 45;

/** Goes through the lines of a text, one document after the other. */
export class Lines {
  readonly text: string;
  /** What is read next. */
  at = 0;
  /** Its line, and the end of that. */
  lineStart = 0;
  lineEnd = -1;
  /** How far in its line the block begins that is read next: at first the line's indentation, behind `- ` of a list more. -1 at the end of a document. */
  column = -1;
  /** Whether comments or empty lines were passed on the way to this line. */
  hasGap = false;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.lineStart >= this.text.length;
  }

  /** Goes to the next line with content, or to the end of the document: a line `---`, or the end of the text. */
  next(): void {
    const { text } = this;
    this.hasGap = false;
    for (;;) {
      this.lineStart = this.lineEnd + 1;
      this.at = this.lineStart;
      this.column = -1;
      if (this.isAtEnd) return;
      this.lineEnd = this.endOfLine(this.lineStart);
      while (text.charCodeAt(this.at) === SPACE) this.at++;
      if (this.at < this.lineEnd && text.charCodeAt(this.at) !== HASH) break;
      this.hasGap = true;
    }
    this.column = this.at - this.lineStart;
    if (this.column > 0 || !/^(?:---|\.\.\.|%)/.test(text.slice(this.at, this.at + 3))) return;
    if (!/^--- *(?: #.*)?$/.test(this.rest())) this.giveUp();
    this.column = -1;
  }

  /** Goes to the next line; nothing but a comment may be left of this one. */
  endLine(): void {
    this.skipSpaces();
    if (!this.isEndOfLine()) this.giveUp();
    this.next();
  }

  /** Goes to an offset, which may lie in a later line. */
  moveTo(offset: number): void {
    this.at = offset;
    if (offset > this.lineEnd) this.lineEnd = this.endOfLine(offset);
  }

  /** Goes behind a character if it is the next one. */
  skip(character: string): boolean {
    const isNext = this.text[this.at] === character;
    if (isNext) this.at++;
    return isNext;
  }

  skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === SPACE) this.at++;
  }

  /** What is left of the line. */
  rest(): string {
    return this.text.slice(this.at, this.lineEnd);
  }

  /** Whether an item of a list begins here. */
  isItem(): boolean {
    if (this.text.charCodeAt(this.at) !== DASH) return false;
    return this.at + 1 >= this.lineEnd || this.text.charCodeAt(this.at + 1) === SPACE;
  }

  /** Whether nothing but a comment is left of the line, of which spaces were skipped. */
  isEndOfLine(): boolean {
    if (this.at >= this.lineEnd) return true;
    return this.text.charCodeAt(this.at) === HASH && this.text.charCodeAt(this.at - 1) === SPACE;
  }

  /** Where the line of an offset ends. */
  endOfLine(offset: number): number {
    const newline = this.text.indexOf('\n', offset);
    return newline < 0 ? this.text.length : newline;
  }

  giveUp(limit?: string): never {
    throw new NotPlain(limit);
  }
}
