import { expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCodeInfo } from '../../../src/core/base/error-codes.js';
import { AllocationError, type AllocationErrorCode } from '../../../src/core/base/errors.js';

it.each(Object.entries(ERROR_CODES) as [AllocationErrorCode, ErrorCodeInfo][])(
  'an error %s is local to one node if the table says so',
  (code, info) => {
    expect(new AllocationError(code, 'words').nodeLocal).toBe(info.nodeLocal === true);
  },
);

it('nobody can change the table of codes', () => {
  expect(() => Object.assign(ERROR_CODES, { internal: {} })).toThrow(TypeError);
  expect(() => Object.assign(ERROR_CODES.internal, { meaning: 'none' })).toThrow(TypeError);
});
