// Selectors: attributes and capacities that devices of the text have, their values, and the functions of CEL.

import { type Environment, resolveEnvironment } from '../../cel/engine.js';
import { MACRO_NAMES } from '../../cel/syntax/macros.js';
import type { FeatureOptions } from '../../features/features.js';
import type { CompletionOption, Completions } from '../protocol.js';
import type { Names } from './names.js';
import type { ValuePlace } from './place.js';

/** Only the end of an expression tells what comes next. */
const MOST_TEXT = 4096;

/** Completes a selector. */
export function celCompletions({ before, to }: ValuePlace, names: Names, options: FeatureOptions): Completions | undefined {
  const text = before.slice(-MOST_TEXT);
  const environment = resolveEnvironment({ ...options, environment: 'new' });
  for (const [pattern, complete] of WAYS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const word = match.at(-1) ?? '';
    const found = complete(match, names, environment);
    return found.length === 0 ? undefined : { from: to - word.length, to, options: found };
  }
  return undefined;
}

type Way = (match: RegExpExecArray, names: Names, environment: Environment) => readonly CompletionOption[];

/** The ways to go on, by how the expression ends; the last group is the word that is replaced. */
const WAYS: readonly (readonly [RegExp, Way])[] = [
  [/device\.(attributes|capacity)\[(["'])([\w.-]*)$/, ([, map = '', quote = '"'], names) => domains(map, quote, names)],
  [/device\.(attributes|capacity)\[["']([\w.-]+)["']\]\.(\w*)$/, ([, map = '', domain = ''], names) => namesOf(map, domain, names)],
  [
    /device\.attributes\[["']([\w.-]+)["']\](?:\.(\w+)|\[["']([\w.-]+)["']\])\s*(?:==|!=)\s*(["'])([^"']*)$/,
    ([, domain = '', dotted, bracketed, quote = '"'], names) => values(domain, dotted ?? bracketed ?? '', quote, names),
  ],
  [/(?:^|[^\w.])device\.(\w*)$/, (_match, _names, environment) => fields(environment)],
  [/[\w)\]"']\.(\w*)$/, (_match, _names, environment) => functions(environment, true)],
  [/(?:^|[^\w.])(\w+)$/, (_match, _names, environment) => [{ label: 'device', type: 'variable' }, ...functions(environment, false)]],
  [
    /(?:^|[(!&|?:=<>+*/%,-])\s*()$/,
    (_match, _names, environment) => [{ label: 'device', type: 'variable' }, ...functions(environment, false)],
  ],
];

function known(map: string, names: Names): Names['attributes'] {
  return map === 'attributes' ? names.attributes : names.capacities;
}

function domains(map: string, quote: string, names: Names): readonly CompletionOption[] {
  return Array.from(known(map, names), ([label, own]) => ({
    label,
    apply: `${label}${quote}].`,
    type: 'variable',
    detail: `${own.size} names`,
  }));
}

function namesOf(map: string, domain: string, names: Names): readonly CompletionOption[] {
  return Array.from(known(map, names).get(domain) ?? [], ([label, own]) => ({
    label,
    type: 'property',
    info: [...own].slice(0, 6).join(', '),
  }));
}

function values(domain: string, name: string, quote: string, names: Names): readonly CompletionOption[] {
  const own = names.attributes.get(domain)?.get(name) ?? new Set<string>();
  // A value with a quote or a backslash would have to be escaped.
  return [...own].filter((value) => !/["'\\\n]/.test(value)).map((label) => ({ label, apply: `${label}${quote}`, type: 'constant' }));
}

function fields({ deviceFields }: Environment): readonly CompletionOption[] {
  return Array.from(deviceFields.keys(), (label) => ({ label, type: 'property' }));
}

function functions(environment: Environment, isMember: boolean): readonly CompletionOption[] {
  const named = environment.functionNames().filter((name) => /^[a-zA-Z][\w.]*$/.test(name));
  const found = named.flatMap((label): CompletionOption[] => {
    const overloads = (environment.overloadsOf(label) ?? []).filter(({ member }) => member === isMember);
    return overloads.length === 0
      ? []
      : [{ label, apply: `${label}(`, type: 'function', detail: `${overloads.length > 1 ? `${overloads.length} forms` : ''}` }];
  });
  const macros = MACRO_NAMES.filter((name) => (name === 'has') !== isMember && name !== 'bind');
  return [...found, ...macros.map((label): CompletionOption => ({ label, apply: `${label}(`, type: 'function', detail: 'macro' }))].slice(
    0,
    400,
  );
}
