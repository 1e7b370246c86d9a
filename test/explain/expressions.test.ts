import { describe, expect, it } from 'vitest';
import { abbreviated, shortened } from '../../src/explain/expressions.js';

describe('an expression', () => {
  it('is in one line, and cut where it is long', () => {
    expect(shortened('a &&\n   b')).toBe('a && b');
    expect(shortened('x'.repeat(61))).toBe(`${'x'.repeat(57)}...`);
    expect(shortened(`${' '.repeat(1_000_000)}x`)).toBe('...');
  });

  it('has the bare names of attributes and capacities', () => {
    expect(abbreviated('device.attributes["gpu.example.com"].model == "A100"')).toBe('model == "A100"');
    expect(abbreviated("!device.capacity['d'].memory.isLessThan(quantity('1Gi'))")).toBe("!memory.isLessThan(quantity('1Gi'))");
    expect(abbreviated('"d" in device.attributes && mydevice.attributes["d"].x')).toBe(
      '"d" in device.attributes && mydevice.attributes["d"].x',
    );
    expect(abbreviated('device.attributes[""].a == '.repeat(100_000))).toHaveLength(60);
  });
});
