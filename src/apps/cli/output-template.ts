// Templates of -o: user-defined columns and text, like kubectl's custom-columns and jsonpath.

import { UsageError } from './arguments.js';
import { JsonPathError, type PathNode, parseJsonPath } from './jsonpath/parse.js';

/** A column of a table and the path of its cells. */
export interface TemplateColumn {
  readonly heading: string;
  readonly path: readonly PathNode[];
}

/** The parsed template of `-o jsonpath=` or `-o custom-columns=`. */
export type OutputTemplate =
  | { readonly kind: 'jsonpath'; readonly nodes: readonly PathNode[] }
  | { readonly kind: 'custom-columns'; readonly columns: readonly TemplateColumn[] };

/** The formats that accept a template after their sign. */
export const TEMPLATE_FORMATS = ['custom-columns=', 'jsonpath='] as const;

/** The most columns of a template. */
const MAX_COLUMNS = 1000;

/** Parses a format with its template; undefined for another format. Throws {@link UsageError}. */
export function parseOutputTemplate(text: string): OutputTemplate | undefined {
  const format = TEMPLATE_FORMATS.find((each) => text.startsWith(each) || `${text}=` === each);
  if (format === undefined) return undefined;
  const template = text.slice(format.length);
  if (template === '') throw new UsageError(`-o ${format} needs a template, as in ${EXAMPLES[format]}`);
  return format === 'jsonpath='
    ? { kind: 'jsonpath', nodes: parse(template, text) }
    : { kind: 'custom-columns', columns: columnsOf(template) };
}

const EXAMPLES = {
  'custom-columns=': '-o custom-columns=NAME:.metadata.name,NAMESPACE:.metadata.namespace',
  'jsonpath=': `-o jsonpath='{range .items[*]}{.metadata.name}{"\\n"}{end}'`,
} as const;

function columnsOf(template: string): readonly TemplateColumn[] {
  const parts = template.split(',');
  if (parts.length > MAX_COLUMNS) throw new UsageError(`option --output accepts ${MAX_COLUMNS} columns at most`);
  return parts.map((part) => {
    const colon = part.indexOf(':');
    if (colon < 0) throw new UsageError(`custom-columns accepts HEADING:PATH, not "${part}"`);
    return { heading: part.slice(0, colon), path: parse(relaxedPath(part.slice(colon + 1)), part) };
  });
}

/** The path of a column may omit braces and its first dot. */
function relaxedPath(path: string): string {
  if (path === '') return '';
  const [, inBraces, plain] = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(path) ?? [];
  const field = inBraces ?? plain;
  if (field === undefined) throw new UsageError(`custom-columns accepts paths such as .metadata.name or {.metadata.name}, not "${path}"`);
  return `{.${field}}`;
}

function parse(template: string, whole: string): readonly PathNode[] {
  try {
    return parseJsonPath(template);
  } catch (error) {
    if (error instanceof JsonPathError) throw new UsageError(`the template "${whole}" does not parse: ${error.message}`);
    throw error;
  }
}
