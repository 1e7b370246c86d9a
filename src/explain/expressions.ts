// Expressions as messages have them: in one line, cut where they are long, and in a sentence without what every access begins with.

/** This many characters of an expression report which one it is. */
const MAX_EXPRESSION = 60;

/** An expression in one line, cut where it is long. */
export function shortened(expression: string, most = MAX_EXPRESSION): string {
  // Text that is cut off anyway need not be considered.
  const line = expression
    .slice(0, 4 * most)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= most && expression.length <= 4 * most ? line : `${line.slice(0, most - 3)}...`;
}

/** The access to an attribute or a capacity, up to its name. */
const ACCESS = /\bdevice\.(?:attributes|capacity)\[(?:"[^"\\]*"|'[^'\\]*')\]\./g;

/** An expression with the bare names of attributes and capacities, as far as it can be long: `model == "A100"`. */
export function abbreviated(expression: string, most = MAX_EXPRESSION): string {
  return shortened(expression.slice(0, 16 * most).replaceAll(ACCESS, ''), most);
}
