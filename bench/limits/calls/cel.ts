// The calls of `dra-allocator/cel`.

import { compileSelector, type SelectorDevice } from '../../../src/cel/index.js';
import { SELECTOR_INPUTS, type SelectorCall } from '../inputs/selectors.js';
import type { Forms } from '../measure.js';
import { type Entry, small, unlimited, way } from '../ways.js';

const COMPILATION = { milliseconds: 50, perMegabyte: 20 };
/** The limit on the work of one evaluation, `limits.selectorWork`. */
const EVALUATION = { milliseconds: 100, perMegabyte: 120 };

const evaluated =
  (member: 'evaluate' | 'trial') =>
  ({ expression, device }: SelectorCall): Forms => {
    const compiled = compileSelector(expression);
    return { unlimited: () => compiled[member](device as SelectorDevice, 'd.example.com') };
  };

const WHY = 'work, not time, ends it';

export const CEL: Readonly<Record<string, Entry>> = {
  compileSelector: unlimited(
    'the length of an expression bounds it',
    COMPILATION,
    way(SELECTOR_INPUTS, ({ expression }) => ({ unlimited: () => compileSelector(expression) })),
    way(SELECTOR_INPUTS, ({ expression }) => ({ unlimited: () => compileSelector(expression, { environment: 'new' }) }), 'new'),
  ),
  'CompiledSelector.evaluate': unlimited(WHY, EVALUATION, way(SELECTOR_INPUTS, evaluated('evaluate'))),
  'CompiledSelector.trial': unlimited(WHY, EVALUATION, way(SELECTOR_INPUTS, evaluated('trial'))),
  'CompiledSelector.toJSON': small('has its fields'),
  'new CelCompileError': small('has the fields of its arguments'),
  'CelCompileError.toJSON': small('has the fields of the error'),
  'new CelRuntimeError': small('has the fields of its arguments'),
  'CelRuntimeError.toJSON': small('has the fields of the error'),
};
