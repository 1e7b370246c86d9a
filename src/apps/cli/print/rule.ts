// Prints a rule: its description, its kinds, and examples that break and follow it.

import type { Json } from '../../../core/base/json.js';
import { shorten } from '../../../core/base/words.js';
import { minorOf, NEWEST } from '../../../core/features/releases.js';
import { variantOf } from '../../../validate/examples.js';
import type { Assignments, Examples } from '../../../validate/rule.js';
import type { ExampleObject, WorldExamples } from '../../../validate/world-rule.js';
import { kindsWith } from '../validate/rule-kinds.js';
import type { ListedRule } from '../validate/rules.js';
import { formatYaml } from './yaml.js';

/** The examples of a rule as YAML. */
export interface ExampleTexts {
  readonly bad: string;
  readonly good: string;
}

/** Returns the description of a rule in a few lines. */
export function describeRule(rule: ListedRule): string {
  const { id, severity, says, link } = rule;
  const names = kindsOf(rule);
  const kinds = names.length === 0 ? '' : `Kinds: ${names.join(', ')}\n`;
  const more = link === undefined ? '' : `See ${link}\n`;
  const examples = examplesOf(rule);
  const shown =
    examples === undefined ? '' : `\nWrong${serverOf(rule)}:\n\n${shortText(examples.bad)}\nRight:\n\n${shortText(examples.good)}`;
  return `${id}: ${severity}\n\n${says}\n${kinds}${more}${shown}`;
}

/** Returns the kinds that a rule applies to; empty if it applies to all. */
export function kindsOf({ at }: ListedRule): readonly string[] {
  return at === undefined ? [] : kindsWith(at, minorOf(NEWEST));
}

/** Returns the examples of a rule; undefined if it has none. */
export function examplesOf({ texts, examples }: ListedRule): ExampleTexts | undefined {
  if (texts !== undefined) return texts;
  const made = examples?.();
  return made && { bad: yamlOf(objectsOf(made, 'bad')), good: yamlOf(objectsOf(made, 'good')) };
}

/** Returns the objects of an example: one with optional additional objects, or several. */
function objectsOf(examples: Examples | WorldExamples, side: keyof ExampleTexts): readonly Json[] {
  const changes = examples[side];
  if (isList(changes)) return changes.map(([kind, changed, apiVersion]) => variantOf(kind, changed, apiVersion));
  const { kind, apiVersion, furtherObjects = [] } = examples as Examples;
  return [variantOf(kind, changes, apiVersion), ...(furtherObjects as readonly Json[])];
}

function isList(changes: Assignments | readonly ExampleObject[]): changes is readonly ExampleObject[] {
  return Array.isArray(changes);
}

function yamlOf(objects: readonly Json[]): string {
  return objects.map(formatYaml).join('---\n');
}

/** Returns the API server that rejects the bad example, unless it is the newest one with every gate on. */
function serverOf({ examples }: ListedRule): string {
  const { kubernetesVersion, featureGates = {} } = examples?.().options ?? {};
  const gates = Object.entries(featureGates).map(([name, on]) => `${name}=${on}`);
  const parts = [
    ...(kubernetesVersion === undefined ? [] : [`in ${kubernetesVersion}`]),
    ...(gates.length === 0 ? [] : [`with ${gates.join(', ')}`]),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(' ')})`;
}

/** The most lines of an example, and characters of a line: examples of limits are long. */
const MOST_LINES = 60;
const MOST_CHARACTERS = 160;

/** Returns the beginning of a text, indented. */
function shortText(text: string): string {
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(0, MOST_LINES).map((line) => (line === '' ? '' : `  ${shorten(line, MOST_CHARACTERS)}`));
  const more = lines.length > MOST_LINES ? [`  # ${lines.length - MOST_LINES} more lines`] : [];
  return [...shown, ...more, ''].join('\n');
}
