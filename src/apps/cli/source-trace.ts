// Traces of defects. The command is minified, since a start takes time for each letter of it; its maps, which nobody else reads, say where in the sources
// a line of a trace is.

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { printable } from '../../core/base/printable.js';

/** A line of a trace: a function, and the file with line and column where it was. */
const FRAME = /^( +at (?:async )?)(?:(.+) \()?(\S.*?):(\d+):(\d+)\)?$/;

/** A place in the sources, and the name of what is called there, where it has another one in the bundle. */
interface Place {
  readonly at: string;
  readonly callee: string | undefined;
}

/** The trace of an error in terms of the sources; as it is where a file has no map. */
export function sourceTrace(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  const maps = new Map<string, SourceMap | undefined>();
  const lines = linesOf(error);
  const places = lines.map((line) => placeOf(line, maps));
  return lines
    .map((line, index) => {
      const place = places[index];
      if (place === undefined) return line;
      // A function is named where it was called, in the line below; methods have stored their names.
      const [, indentation = '', shown = ''] = FRAME.exec(line) ?? [];
      const method = shown.includes('.') ? shown.slice(shown.lastIndexOf('.') + 1) : '';
      const name = places[index + 1]?.callee ?? method;
      return name === '' ? `${indentation}${place.at}` : `${indentation}${name} (${place.at})`;
    })
    .join('\n');
}

/** Returns the message as one line, since names of the input may be in it, and the frames. */
function linesOf(error: Error): readonly string[] {
  const { message, stack = String(error) } = error;
  const end = stack.indexOf(message) + message.length;
  return [
    printable(stack.slice(0, end)),
    ...stack
      .slice(end)
      .split('\n')
      .filter((line) => FRAME.test(line)),
  ];
}

function placeOf(line: string, maps: Map<string, SourceMap | undefined>): Place | undefined {
  const [, , , file, row, column] = FRAME.exec(line) ?? [];
  if (file === undefined) return undefined;
  if (!maps.has(file)) maps.set(file, mapOf(file));
  const entry = maps.get(file)?.findEntry(Number(row) - 1, Number(column) - 1);
  if (entry === undefined || !('originalSource' in entry)) return undefined;
  const { originalSource, originalLine, originalColumn, name } = entry as typeof entry & { readonly name?: string };
  return { at: `${originalSource.replace(/^(?:\.\.\/)+/, '')}:${originalLine + 1}:${originalColumn + 1}`, callee: name };
}

function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file.startsWith('file:') ? new URL(`${file}.map`) : `${file}.map`, 'utf8')));
  } catch {
    // A trace of the bundle is better than none.
    return undefined;
  }
}
