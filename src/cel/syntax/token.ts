// Tokens, the nodes made of them, and what error messages call them.

/** All kinds. A kind with a fixed text is that text. The order is that of cel-go's grammar: messages list kinds in it. */
const KINDS = [
  'EOF',
  ...(['==', '!=', 'in', '<', '<=', '>=', '>', '&&', '||', '[', ']', '{', '}', '(', ')', '.', ',', '-', '!', '?', ':'] as const),
  ...(['+', '*', '/', '%', 'true', 'false', 'null', 'NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER'] as const),
  'ESC_IDENTIFIER',
] as const;

/** The kind of a token. */
export type TokenKind = (typeof KINDS)[number];

/** A piece of the text. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** The start in the text, in UTF-16 units. */
  readonly at: number;
  /** The blanks and comments before it. */
  readonly hidden: string;
}

/** The part of a text that a rule of the grammar has read. What is missing in the text is missing here; skipped tokens are left out. */
export interface SyntaxNode {
  /** The alternative of the rule; empty where nothing could be read. */
  readonly label: string;
  /** The first token of the rule, also when it was not taken. */
  readonly start: Token;
  readonly nodes: readonly SyntaxNode[];
  readonly tokens: readonly Token[];
}

/** Kinds in the order of messages; EOF comes first, as it does in cel-go. */
export function inOrder(kinds: ReadonlySet<TokenKind>): TokenKind[] {
  return KINDS.filter((kind) => kinds.has(kind));
}

/** Kinds as a message lists what it expected: `'['`, `{'(', IDENTIFIER}`. */
export function listKinds(kinds: ReadonlySet<TokenKind>): string {
  const names = inOrder(kinds).map((kind) => (kind === 'EOF' ? '<EOF>' : isFixed(kind) ? `'${kind}'` : kind));
  return names.length === 1 ? (names[0] as string) : `{${names.join(', ')}}`;
}

/** A token as a message shows it. */
export function quoteToken(token: Token): string {
  return quote(token.kind === 'EOF' ? '<EOF>' : token.text);
}

/** Text between single quotes, with tabs and line ends made visible. */
export function quote(text: string): string {
  return `'${text.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}

/** The text of a token that the parser makes up where one of this kind is missing. */
export function missingText(kind: TokenKind): string {
  if (kind === 'EOF') return '<missing EOF>';
  return isFixed(kind) ? `<missing '${kind}'>` : '<missing undefined>';
}

function isFixed(kind: TokenKind): boolean {
  return !/^[A-Z]/.test(kind);
}
