// Formats expressions for messages: in one line, cut if long, and with short attribute access.

/** The default length, which is enough to recognize an expression. */
const MAX_EXPRESSION = 60;

/** Returns an expression in one line, cut if it is long. */
export function shortened(expression: string, most = MAX_EXPRESSION): string {
  // Skips text that would be cut anyway.
  const line = expression
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= most && expression.length <= 4 * most ? line : `${line.slice(0, most - 3)}...`;
}

/** Matches the access to an attribute or a capacity, up to its name. */
const ACCESS = /\bdevice\.(?:attributes|capacity)\[(?:"[^"\\]*"|'[^'\\]*')\]\./g;

/** Returns an expression with bare names of attributes and capacities, cut if it is long: `model == "A100"`. */
export function abbreviated(expression: string, most = MAX_EXPRESSION): string {
  return shortened(expression.slice(0, 16 * most).replaceAll(ACCESS, ''), most);
}
