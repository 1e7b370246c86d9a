// Text with marks of semantic styles, such as error or heading. A terminal turns marks into colours; all other outputs remove them.
// External texts have no marks, since `printable` escapes them.

/** The meanings that a part of a text can have. */
export const STYLES = ['error', 'warning', 'note', 'help', 'good', 'bad', 'doubtful', 'heading', 'place', 'faint'] as const;

/** A meaning that a part of a text can have. */
export type Style = (typeof STYLES)[number];

/** Marks are Unicode noncharacters, which interchanged text must not contain: one for the start of each style, and one for the end. */
const FIRST_MARK = 0xfdd0;
const END = '\ufdef';
const STYLED = /([\ufdd0-\ufdee])([^\ufdd0-\ufdef]*)\ufdef/g;

/** Returns a text with marks of a style around it. The text must be printable and without styles. */
export function styled(style: Style, text: string): string {
  return text === '' ? '' : `${String.fromCharCode(FIRST_MARK + STYLES.indexOf(style))}${text}${END}`;
}

/** Returns a text with each part replaced with the result of `show`, which receives the part and its style. Marks are removed. */
export function mapStyled(text: string, show: (part: string, style?: Style) => string): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: mark = '', 2: inner = '', index } of text.matchAll(STYLED)) {
    parts.push(show(text.slice(end, index)), show(inner, STYLES[mark.charCodeAt(0) - FIRST_MARK]));
    end = index + whole.length;
  }
  parts.push(show(text.slice(end)));
  return parts.join('');
}

/** Returns a printable text without its marks. */
export function withoutStyles(text: string): string {
  return mapStyled(text, (part) => part);
}
