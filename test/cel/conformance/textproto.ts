// Parses the text format of protocol buffers, as far as cel-spec uses it, into lists of fields without a schema.

/** A value: a scalar as written (strings without quotes, with escapes resolved to bytes), or a message. */
export type ProtoValue =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | Message;

/** A message: its fields in order. The name of an extension or an Any is its URL in brackets. */
export interface Message {
  readonly kind: 'message';
  readonly fields: readonly (readonly [string, ProtoValue])[];
}

const TOKEN = /\s+|#[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|\[[\w./]+\]|[\w.+-]+|[{}<>[\]:;,]/y;

/** Parses a text as one message. Throws for other texts. */
export function parseTextProto(text: string): Message {
  const reader = new Reader(tokens(text));
  const message = reader.message('');
  reader.end();
  return message;
}

function tokens(text: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const [token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`unexpected text: ${text.slice(at, at + 30)}`);
    if (!/^[\s#]/.test(token)) found.push(token);
  }
  return found;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new Error(`unexpected '${this.#tokens[this.#at]}'`);
  }

  message(close: string): Message {
    const fields: [string, ProtoValue][] = [];
    while (this.#at < this.#tokens.length && this.#tokens[this.#at] !== close) {
      const name = this.#next();
      this.#skip(':');
      if (this.#skip('[')) {
        while (!this.#skip(']')) {
          fields.push([name, this.#value()]);
          this.#skip(',');
        }
      } else fields.push([name, this.#value()]);
      if (!this.#skip(';')) this.#skip(',');
    }
    return { kind: 'message', fields };
  }

  #value(): ProtoValue {
    const token = this.#next();
    if (token === '{' || token === '<') {
      const close = token === '{' ? '}' : '>';
      const message = this.message(close);
      if (!this.#skip(close)) throw new Error(`expected '${close}'`);
      return message;
    }
    if (/^[\w.+-]/.test(token)) return { kind: 'word', text: token };
    if (!/^["']/.test(token)) throw new Error(`unexpected '${token}'`);
    const pieces = [bytesOf(token)];
    while (/^["']/.test(this.#tokens[this.#at] ?? '')) pieces.push(bytesOf(this.#next()));
    return { kind: 'bytes', bytes: Buffer.concat(pieces) };
  }

  #next(): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new Error('unexpected end');
    this.#at += 1;
    return token;
  }

  #skip(token: string): boolean {
    const found = this.#tokens[this.#at] === token;
    if (found) this.#at += 1;
    return found;
  }
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

function bytesOf(quoted: string): Uint8Array {
  const bytes: number[] = [];
  const pieces = /\\(?:([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))|[^\\]+/gu;
  for (const [piece, octal, hex, short, long, char] of quoted.slice(1, -1).matchAll(pieces)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
    else if (hex !== undefined) bytes.push(Number.parseInt(hex, 16));
    else if (short !== undefined || long !== undefined)
      bytes.push(...Buffer.from(String.fromCodePoint(Number.parseInt((short ?? long) as string, 16))));
    else if (char !== undefined) bytes.push(...(ESCAPES[char] === undefined ? Buffer.from(char) : [ESCAPES[char]]));
    else bytes.push(...Buffer.from(piece));
  }
  return Uint8Array.from(bytes);
}

/** Returns the values of a field, in order. */
export function valuesOf({ fields }: Message, name: string): ProtoValue[] {
  return fields.filter(([field]) => field === name).map(([, value]) => value);
}

/** Returns the messages of a field, in order. */
export function messagesOf(message: Message, name: string): Message[] {
  return valuesOf(message, name).filter((value) => value.kind === 'message');
}

/** Returns the text of a field; undefined if it is absent. */
export function textOf(message: Message, name: string): string | undefined {
  const value = valuesOf(message, name).at(-1);
  if (value === undefined || value.kind === 'message') return undefined;
  return value.kind === 'word' ? value.text : new TextDecoder().decode(value.bytes);
}
