// Rules of the grammar: a type, and a template of text with holes. `<int>` is a hole for an expression of the type; `<x:T>` names a new
// variable that holes behind it may use, `<x=T>` does so with an expression for its value; `<@domain>` is a hole for a word of a
// list (./words.ts), `<@name int>` for a word that stands for an int.

/** A piece of a template. */
export type Piece =
  | string
  | { readonly kind: 'hole'; readonly type: string; readonly delimited: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly type: string }
  | { readonly kind: 'binding'; readonly name: string; readonly type: string }
  | { readonly kind: 'word'; readonly list: string; readonly type: string };

/** A way to make an expression of a type. */
export interface Rule {
  /** The rule as written. */
  readonly text: string;
  readonly type: string;
  readonly pieces: readonly Piece[];
  /** An operator: in a hole that has no brackets or commas around it, it gets parentheses. */
  readonly operator: boolean;
}

/** Reads rules, one a line: the type, two blanks or more, the template. */
export function rules(text: string, operator = false): Rule[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [type, template] = line.trim().split(/ {2,}/) as [string, string];
      return { text: `${type}  ${template}`, type, pieces: pieces(template), operator };
    });
}

const HOLE = /<(?:@(\w+) ?|(?:(\w+)([:=]))?)([A-Za-z][\w(),]*|)>/g;

function pieces(template: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const hole of template.matchAll(HOLE)) {
    const [whole, list, name, sign, type = ''] = hole;
    if (hole.index > end) found.push(template.slice(end, hole.index));
    end = hole.index + whole.length;
    if (list !== undefined) found.push({ kind: 'word', list: list, type });
    else if (name !== undefined) found.push({ kind: sign === ':' ? 'variable' : 'binding', name, type });
    else found.push({ kind: 'hole', type, delimited: isDelimited(template, hole.index, end) });
  }
  if (end < template.length) found.push(template.slice(end));
  return found;
}

/** Returns whether brackets or commas enclose the place. */
function isDelimited(template: string, start: number, end: number): boolean {
  const before = template.slice(0, start).trimEnd().at(-1) ?? '(';
  const after = template.slice(end).trimStart()[0] ?? ')';
  return '([{,'.includes(before) && ')]},'.includes(after);
}
