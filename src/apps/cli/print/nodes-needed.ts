// Prints the number of nodes of each shape that pods need, in every output format.

import type { Json, JsonObject } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import type { NodeTemplateJson } from '../../../planning/node-template.js';
import type { NodesNeeded } from '../../../planning/nodes-needed.js';
import type { Settings } from '../options.js';
import { formatJson } from './json.js';
import { formatTable } from './table.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** A shape of nodes, and the needed number. */
export interface ShapeNeeded {
  readonly template: NodeTemplateJson;
  readonly found: NodesNeeded;
}

/** Returns the text for standard output. */
export function formatNodesNeeded(shapes: readonly ShapeNeeded[], { output, headings }: Pick<Settings, 'output' | 'headings'>): string {
  const templates = shapes.map(shapeJson);
  if (typeof output !== 'string') return formatByTemplate(output, { templates }, templates, headings);
  switch (output) {
    case 'json':
      return formatJson({ templates });
    case 'yaml':
      return formatYaml({ templates });
    case 'name':
      return shapes.map(({ template: { name = '' } }) => `${printable(name)}\n`).join('');
    case 'table':
    case 'wide':
      return formatTable(['TEMPLATE', 'NODES', 'AT LEAST', 'PODS', 'PENDING', 'PRICE'], shapes.map(rowOf), { hasHeadings: headings });
  }
}

function rowOf({ template: { name = '', price }, found }: ShapeNeeded): readonly string[] {
  const { count, atLeast, placements, stillPending } = found;
  const pending = stillPending.reduce((sum, each) => sum + each.count, 0);
  return [
    name,
    String(count),
    String(atLeast),
    String(placements.length),
    String(pending),
    price === undefined ? '' : priceOf(price * count),
  ];
}

function priceOf(price: number): string {
  return String(Math.round(price * 1e6) / 1e6);
}

function shapeJson({ template: { name = '', price }, found: { kind, ...found } }: ShapeNeeded): JsonObject {
  return { name, ...(price === undefined ? {} : { price }), answer: kind, ...(found as unknown as { readonly [name: string]: Json }) };
}
