// Results in a format that the user describes.

import type { Json } from '../../../core/base/json.js';
import { ContentError } from '../input/content-error.js';
import { JsonPathError } from '../jsonpath/parse.js';
import { formatCell, formatTemplate } from '../jsonpath/print.js';
import type { OutputTemplate } from '../output-template.js';
import { formatTable } from './table.js';

/** The text of a template: of the whole for jsonpath, and a row for each item for custom-columns. Throws {@link ContentError} where it asks for what is not there. */
export function formatByTemplate(template: OutputTemplate, whole: Json, items: readonly Json[], hasHeadings: boolean): string {
  try {
    if (template.kind === 'jsonpath') return formatTemplate(template.nodes, whole);
    const rows = items.map((item) => template.columns.map(({ path }) => formatCell(path, item)));
    return formatTable(
      template.columns.map(({ heading }) => heading),
      rows,
      { hasHeadings },
    );
  } catch (error) {
    if (error instanceof JsonPathError) throw new ContentError({ message: `the template of --output: ${error.message}` });
    throw error;
  }
}
