// Parses rules of the grammar: a type, and a text template with holes.
// `<int>` is a hole for an expression of the type. `<x:T>` names a new variable for later holes, and `<x=T>` also an expression
// for its value. `<@domain>` is a hole for a word of a list (./words.ts), and `<@name int>` for a word that represents an int.

/** A piece of a template. */
export type Piece =
  | string
  | { readonly kind: 'hole'; readonly type: string; readonly delimited: boolean }
  | { readonly kind: 'variable'; readonly name: string; readonly type: string }
  | { readonly kind: 'binding'; readonly name: string; readonly type: string }
  | { readonly kind: 'word'; readonly list: string; readonly type: string };

/** A way to generate an expression of a type. */
export interface Rule {
  /** The rule as written. */
  readonly text: string;
  readonly type: string;
  readonly pieces: readonly Piece[];
  /** True for an operator, which has parentheses in a hole without brackets or commas around it. */
  readonly operator: boolean;
}

/** Parses rules, one per line: the type, two or more blanks, the template. */
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

/** Returns whether brackets or commas enclose the hole. */
function isDelimited(template: string, start: number, end: number): boolean {
  const before = template.slice(0, start).trimEnd().at(-1) ?? '(';
  const after = template.slice(end).trimStart()[0] ?? ')';
  return '([{,'.includes(before) && ')]},'.includes(after);
}
