// Valid calls of `dra-allocator/cel`.

import { CelCompileError, CelRuntimeError, compileSelector } from '../../../src/cel/index.js';
import { type CallMakers, callOf, type ValidCall } from '../valid-call.js';

const SELECTOR = compileSelector('device.attributes["d.example.com"].model == "a"');
const DEVICE = { attributes: { model: { string: 'a' } }, capacity: {} };

const evaluated = (method: 'evaluate' | 'trial') => (): ValidCall =>
  callOf((...args: readonly [never, never]) => SELECTOR[method](...args), DEVICE as never, 'd.example.com' as never);

/** The error of an invalid expression. */
const compileError = (...args: readonly [never, never, never, never, never]) => new CelCompileError(...args);
const runtimeError = (...args: readonly [never, never]) => new CelRuntimeError(...args);

export const CEL_CALLS: CallMakers = {
  'new CelCompileError': () => callOf(compileError, 'text' as never, 'true' as never, 0 as never, [] as never, undefined as never),
  'CelCompileError.toJSON': () => callOf(() => thrownBy(() => compileSelector('1 +')).toJSON()),
  'new CelRuntimeError': () => callOf(runtimeError, 'text' as never, undefined as never),
  'CelRuntimeError.toJSON': () => callOf(() => new CelRuntimeError('text').toJSON()),
  compileSelector: () => callOf((...args: readonly [never, never]) => compileSelector(...args), 'true' as never, {} as never),
  'CompiledSelector.evaluate': evaluated('evaluate'),
  'CompiledSelector.trial': evaluated('trial'),
  'CompiledSelector.toJSON': () => callOf(() => SELECTOR.toJSON()),
};

function thrownBy(action: () => unknown): CelCompileError {
  try {
    action();
  } catch (error) {
    if (error instanceof CelCompileError) return error;
  }
  throw new Error('expected a CelCompileError');
}
