// Defines tokens, syntax nodes, and their names in error messages.

/** All kinds. A kind with a fixed text is that text. The order is that of cel-go's grammar, which messages use. */
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
  /** The white space and comments before it. */
  readonly hidden: string;
}

/** The part of the text that a grammar rule has read, without missing parts and skipped tokens. */
export interface SyntaxNode {
  /** The alternative of the rule; empty if the rule read no token. */
  readonly label: string;
  /** The first token of the rule, even if the rule did not consume it. */
  readonly start: Token;
  readonly nodes: readonly SyntaxNode[];
  readonly tokens: readonly Token[];
}

/** Returns kinds in the order of messages; EOF comes first, as in cel-go. */
export function inOrder(kinds: ReadonlySet<TokenKind>): TokenKind[] {
  return KINDS.filter((kind) => kinds.has(kind));
}

/** Returns kinds as a message lists expected tokens: `'['`, `{'(', IDENTIFIER}`. */
export function listKinds(kinds: ReadonlySet<TokenKind>): string {
  const names = inOrder(kinds).map((kind) => (kind === 'EOF' ? '<EOF>' : isFixed(kind) ? `'${kind}'` : kind));
  return names.length === 1 ? (names[0] as string) : `{${names.join(', ')}}`;
}

/** Returns a token as a message shows it. */
export function quoteToken(token: Token): string {
  return quote(token.kind === 'EOF' ? '<EOF>' : token.text);
}

/** Returns a text in single quotes, with escapes for tabs and line ends. */
export function quote(text: string): string {
  return `'${text.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`;
}

/** Returns the text of a token that the parser inserts for a missing one of this kind. */
export function missingText(kind: TokenKind): string {
  if (kind === 'EOF') return '<missing EOF>';
  return isFixed(kind) ? `<missing '${kind}'>` : '<missing undefined>';
}

function isFixed(kind: TokenKind): boolean {
  return !/^[A-Z]/.test(kind);
}
