// Prints results by a user-defined format.

import type { Json } from '../../../core/base/json.js';
import { ContentError } from '../input/content-error.js';
import { JsonPathError } from '../jsonpath/parse.js';
import { formatCell, formatTemplate } from '../jsonpath/print.js';
import type { OutputTemplate } from '../output-template.js';
import { formatTable } from './table.js';

/**
 * Returns the text of a template: of the whole for jsonpath, with a row per item for custom-columns. Throws {@link ContentError} if
 * a template cannot be evaluated.
 */
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
