// Pages with figures: with --write each bench replaces its section of bench/results/performance.md, or its table of another page.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machine } from './measure.js';

const PAGE = join(process.cwd(), 'bench/results/performance.md');

/** A Markdown table. All columns except the first are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)].join('\n');
}

/** Prints a section, and with --write puts it between its marks on the page. `part`: the part, for a bench with several. */
export function publish(bench: string, text: string, part?: string): void {
  const section = `${text.trim()}\n\nMeasured ${new Date().toISOString().slice(0, 10)}: ${machine()}.`;
  console.log(`\n${section}`);
  if (!process.argv.includes('--write')) return;
  const name = part === undefined ? bench : `${bench}, ${part}`;
  const command = `npm run bench:${bench} -- ${part === undefined ? '' : `--part ${part} `}--write`;
  const [begin, end] = [`<!-- ${name}: written by ${command} -->`, `<!-- end of ${name} -->`];
  const page = readFileSync(PAGE, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no section ${name}`);
  writeFileSync(PAGE, `${page.slice(0, from + begin.length)}\n\n${section}\n\n${page.slice(to)}`);
}

/** Replaces the rows with the same first cell in a table between marks on a page, with --write. Other rows stay. */
export function publishRows(page: string, bench: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  if (!process.argv.includes('--write')) return;
  const file = join(process.cwd(), page);
  const [begin, end] = [`<!-- ${bench}: written by node scripts/bench.mjs ${bench} --write -->`, `<!-- end of ${bench} -->`];
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no table ${bench}`);
  const before = text.slice(from + begin.length, to).split('\n');
  const known = new Map(before.filter((line) => /^\| [^-]/.test(line)).map((line) => [line.split(' | ')[0]?.slice(2), line]));
  known.delete(head[0]);
  const fresh = table(head, rows).split('\n');
  for (const [index, row] of rows.entries()) known.set(row[0], fresh[index + 2] as string);
  const lines = [...fresh.slice(0, 2), ...known.values()].join('\n');
  const measured = `Measured last ${new Date().toISOString().slice(0, 10)}: ${machine()}.`;
  writeFileSync(file, `${text.slice(0, from + begin.length)}\n\n${lines}\n\n${measured}\n\n${text.slice(to)}`);
}
