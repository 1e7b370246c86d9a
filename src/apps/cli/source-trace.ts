// Stack traces of defects. The command is minified for a fast start; its source maps, used only here, convert a line of a trace to its source.

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { printable } from '../../core/base/printable.js';

/** Matches a line of a trace: a function, and its file with line and column. */
const FRAME = /^( +at (?:async )?)(?:(.+) \()?(\S.*?):(\d+):(\d+)\)?$/;

/** A place in the sources, and the source name of the called function, if the bundle renames it. */
interface Place {
  readonly at: string;
  readonly callee: string | undefined;
}

/** The name of a function is at the place of its call, which is in the line below. */
export function sourceTrace(error: unknown): string {
  if (!(error instanceof Error)) return printable(String(error));
  const maps = new Map<string, SourceMap | undefined>();
  const lines = linesOf(error);
  const places = lines.map((line) => placeOf(line, maps));
  return lines
    .map((line, index) => {
      const place = places[index];
      if (place === undefined) return line;
      // The name of a function is at its call, in the line below. Names of methods are not minified.
      const [, indentation = '', shown = ''] = FRAME.exec(line) ?? [];
      const method = shown.includes('.') ? shown.slice(shown.lastIndexOf('.') + 1) : '';
      const name = places[index + 1]?.callee ?? method;
      return name === '' ? `${indentation}${place.at}` : `${indentation}${name} (${place.at})`;
    })
    .join('\n');
}

/** Returns the message as one line, because it may contain names from the input, and the frames of the trace. */
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
    // If the source map cannot be read, a trace of the bundle is better than no trace.
    return undefined;
  }
}
