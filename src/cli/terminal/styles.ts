// The styles of text on a terminal, by what they mean: the one place that knows colours. Texts carry marks of styles, which become colours at the end
// of their way, or nothing; texts from outside have no marks, since `printable` escapes them.

import { styleText } from 'node:util';
import { printableLines } from './printable.js';

/** Node's names of colours and weights. */
type Format = Parameters<typeof styleText>[0];

/** The looks of each meaning. Red and green tell nothing that words do not tell as well. */
const FORMATS = {
  error: ['bold', 'red'],
  warning: ['bold', 'yellow'],
  note: ['bold', 'cyan'],
  help: 'cyan',
  good: 'green',
  bad: 'red',
  doubtful: 'yellow',
  heading: 'bold',
  place: 'bold',
  faint: 'dim',
} as const satisfies Readonly<Record<string, Format>>;

/** A meaning that text on a terminal can have. */
export type Style = keyof typeof FORMATS;

const STYLES = Object.keys(FORMATS) as readonly Style[];

/** Marks are noncharacters of Unicode, which no text may exchange: one for the start of each style, and one for the end. */
const FIRST_MARK = 0xfdd0;
const END = '\ufdef';
const STYLED = /([\ufdd0-\ufdee])([^\ufdd0-\ufdef]*)\ufdef/g;

const STARTS: ReadonlyMap<Style, string> = new Map(STYLES.map((style, index) => [style, String.fromCharCode(FIRST_MARK + index)]));

/** The text with marks of a style around it. It must be printable, and have no style itself. */
export function styled(style: Style, text: string): string {
  return text === '' ? '' : `${STARTS.get(style)}${text}${END}`;
}

/** A text for a terminal: what steers one becomes visible, and marks become colours, or go. */
export function renderStyles(text: string, hasColors: boolean, show: (text: string) => string = printableLines): string {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: whole, 1: mark = '', 2: inner = '', index } of text.matchAll(STYLED)) {
    const style = STYLES[mark.charCodeAt(0) - FIRST_MARK];
    const shown = show(inner);
    parts.push(show(text.slice(end, index)), hasColors && style !== undefined ? paint(style, shown) : shown);
    end = index + whole.length;
  }
  parts.push(show(text.slice(end)));
  return parts.join('');
}

/** A printable text without its marks. */
export function withoutStyles(text: string): string {
  return renderStyles(text, false, (part) => part);
}

/** Node would ask its own standard output whether to colour anything. */
function paint(style: Style, text: string): string {
  return styleText(FORMATS[style] as Format, text, { validateStream: false });
}
