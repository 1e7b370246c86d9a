// docs/performance.md: each bench owns a section of it, and writes that anew with --write.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machine } from './measure.js';

const PAGE = join(process.cwd(), 'docs/performance.md');

/** A Markdown table. Columns but the first are numbers. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map((_, index) => (index === 0 ? '---' : '---:')).join('|')}|`, ...rows.map(line)].join('\n');
}

/** Prints a section, and with --write puts it between its marks on the page. `part`: of a bench that has several. */
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
