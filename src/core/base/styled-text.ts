// Text with marks of styles by what they mean, such as an error or a heading. A terminal makes colours of the marks, all others leave them out. Texts from outside
// have no marks, since `printable` escapes them.

/** The meanings that a part of a text can have. */
export const STYLES = ['error', 'warning', 'note', 'help', 'good', 'bad', 'doubtful', 'heading', 'place', 'faint'] as const;

/** A meaning that a part of a text can have. */
export type Style = (typeof STYLES)[number];

/** Marks are noncharacters of Unicode, which no text may exchange: one for the start of each style, and one for the end. */
const FIRST_MARK = 0xfdd0;
const END = '\ufdef';
const STYLED = /([\ufdd0-\ufdee])([^\ufdd0-\ufdef]*)\ufdef/g;

/** The text with marks of a style around it. It must be printable, and have no style itself. */
export function styled(style: Style, text: string): string {
  return text === '' ? '' : `${String.fromCharCode(FIRST_MARK + STYLES.indexOf(style))}${text}${END}`;
}

/** Returns a text without its marks; `show` makes each part of it what it becomes, with the style that it has. */
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

/** A printable text without its marks. */
export function withoutStyles(text: string): string {
  return mapStyled(text, (part) => part);
}
