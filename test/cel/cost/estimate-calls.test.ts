import { describe, expect, it } from 'vitest';
import { INT, listOf, STRING, type Type } from '../../../src/cel/check/types.js';
import { exactly, type Size } from '../../../src/cel/cost/estimate-amounts.js';
import { type CallEstimate, estimateCall, type Operand } from '../../../src/cel/cost/estimate-calls.js';
import { Path } from '../../../src/cel/cost/estimate-paths.js';
import type { Value } from '../../../src/cel/values/values.js';

function operand(type: Type, size: Size | undefined, value: Value = null, path?: Path): Operand {
  return { expr: { kind: 'constant', at: 0, value }, type, path, size };
}

const text = (size: bigint): Operand => operand(STRING, exactly(size));
const int = (value: bigint): Operand => operand(INT, exactly(1n), value);

function member(name: string, overload: string, target: Operand, ...args: Operand[]): CallEstimate {
  return estimateCall({ name, overload, target, args }, '0.29');
}

describe('a call costs at worst', () => {
  it('1 when nothing else is known of it', () => {
    expect(estimateCall({ name: 'f', overload: 'f_any', target: undefined, args: [text(100n)] }, '0.29')).toEqual({ cost: 1n });
  });

  it('what cel-go says before what Kubernetes says, which comes before the standard', () => {
    expect(member('reverse', 'list_reverse', operand(listOf(INT), exactly(4n)))).toEqual({ cost: 15n, size: exactly(4n) });
    expect(member('trim', 'string_trim', text(64n))).toEqual({ cost: 7n, size: exactly(64n) });
    expect(member('contains', 'contains_string', text(64n), text(20n))).toEqual({ cost: 14n });
  });

  it('a check of each item of a list, and of all characters of items that are text', () => {
    expect(member('max', 'list_int_max_int', operand(listOf(INT), exactly(5n)))).toEqual({ cost: 5n });
    const names = operand(listOf(STRING), exactly(5n), null, Path.extend(Path.of('device'), 'nothing'));
    expect(member('max', 'list_string_max_string', names).cost).toBe(5n * 1844674407370955265n);
  });

  it('as much as the slice that is written, which wraps around when its end comes first', () => {
    const list = operand(listOf(INT), exactly(9n));
    expect(member('slice', 'list_slice', list, int(2n), int(5n))).toEqual({ cost: 14n, size: exactly(3n) });
    expect(member('slice', 'list_slice', list, int(5n), int(2n)).size).toEqual(exactly(2n ** 64n - 3n));
  });

  it('no parts more than are requested', () => {
    expect(member('split', 'string_split_string_int', text(50n), text(1n), int(2n))).toEqual({ cost: 10n, size: { min: 0n, max: 2n } });
    expect(member('split', 'string_split_string', text(50n), text(1n)).size).toEqual({ min: 0n, max: 50n });
  });
});
