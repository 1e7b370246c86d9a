// The styles of text on a terminal: the one place that knows colours. Marks of styles become colours at the end of the way of a text, or nothing.

import { styleText } from 'node:util';
import { printableLines } from '../../../core/base/printable.js';
import { mapStyled, type Style } from '../../../core/base/styled-text.js';

/** Node's names of colours and weights. */
type Format = Parameters<typeof styleText>[0];

/** The looks of each meaning. Red and green tell nothing that words do not tell as well. */
const FORMATS: Readonly<Record<Style, Format>> = {
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
};

/** A text for a terminal: what steers one becomes visible, and marks become colours, or go. */
export function renderStyles(text: string, hasColors: boolean, show: (text: string) => string = printableLines): string {
  return mapStyled(text, (part, style) => {
    const shown = show(part);
    return hasColors && style !== undefined ? paint(style, shown) : shown;
  });
}

/** Node would ask its own standard output whether to colour anything. */
function paint(style: Style, text: string): string {
  return styleText(FORMATS[style], text, { validateStream: false });
}
