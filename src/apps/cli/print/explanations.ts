// Prints explanations of pods and claims in every output format.

import type { Json, JsonObject } from '../../../core/base/json.js';
import { printable } from '../../../core/base/printable.js';
import type { Explanation, NodeExplanation } from '../../../explain/explanation.js';
import { styledExplanations } from '../../../explain/text/explanation-text.js';
import type { ExplanationFormat } from '../option-specs.js';
import type { OutputTemplate } from '../output-template.js';
import type { ClusterPicture } from './cluster-picture.js';
import type { Explained } from './explained.js';
import { explanationPage } from './explanation-html.js';
import { formatJson } from './json.js';
import { formatByTemplate } from './template.js';
import { formatYaml } from './yaml.js';

/** The format and its parameters. */
export interface ExplanationLooks {
  readonly output: ExplanationFormat | OutputTemplate;
  /** True if tables of templates have headings. */
  readonly headings: boolean;
  /** The width of text in columns. */
  readonly width: number;
  /** Returns the devices of the cluster, for pictures. */
  readonly picture: () => ClusterPicture;
}

/** Returns the text for standard output. */
export function formatExplanations(explained: readonly Explained[], { output, headings, width, picture }: ExplanationLooks): string {
  const whole = (): JsonObject => ({ explanations: explained.map(explanationJson) });
  if (typeof output !== 'string') return formatByTemplate(output, whole(), explained.flatMap(nodeItems), headings);
  switch (output) {
    case 'json':
      return formatJson(whole());
    case 'yaml':
      return formatYaml(whole());
    case 'name':
      return explained.map(({ object }) => `${String(object['kind']).toLowerCase()}/${printable(String(object['name']))}\n`).join('');
    case 'html':
      return explanationPage(explained, picture());
    case 'table':
    case 'wide':
      return styledExplanations(explained, { width, wide: output === 'wide' });
  }
}

function explanationJson({ object, explanation }: Explained): JsonObject {
  return { object, ...plain(explanation) };
}

/** Returns the rows for a template: the nodes of a pod or a claim. */
function nodeItems({ object, explanation }: Explained): readonly Json[] {
  return explanation.nodes.map((node) => ({ object, ...plain(node) }));
}

/** Errors and large integers have a toJSON. */
function plain(value: Explanation | NodeExplanation): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
