// The styles of text on a terminal, in the only place with colours. Style marks become colours just before output, or are removed.

import { styleText } from 'node:util';
import { printableLines } from '../../../core/base/printable.js';
import { mapStyled, type Style } from '../../../core/base/styled-text.js';

/** Node's names of colours and weights. */
type Format = Parameters<typeof styleText>[0];

/** The format of each style. Text repeats the information that red and green give. */
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

/** Returns a text for a terminal: control characters become visible, and marks become colours or are removed. */
export function renderStyles(text: string, hasColors: boolean, show: (text: string) => string = printableLines): string {
  return mapStyled(text, (part, style) => {
    const shown = show(part);
    return hasColors && style !== undefined ? paint(style, shown) : shown;
  });
}

/** Without the option, Node would check its own standard output for colours. */
function paint(style: Style, text: string): string {
  return styleText(FORMATS[style], text, { validateStream: false });
}
