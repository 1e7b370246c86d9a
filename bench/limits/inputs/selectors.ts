// Selectors that are meant to make compilation or evaluation run long.

/** An expression, and the device for its evaluation. */
export interface SelectorCall {
  readonly expression: string;
  readonly device: object;
}

const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const DEVICE = { attributes: { a: { string: 'x' }, ints: { ints: range(64, (int) => int) } } };
const on = (expression: string, device: object = DEVICE): SelectorCall => ({ expression, device });

/** Selectors by name. Selectors in clusters have at most 10 KiB. */
export const SELECTOR_INPUTS: Readonly<Record<string, () => SelectorCall>> = {
  '8 MB of text': () => on(`"${'x'.repeat(8_000_000)}" != "y"`),
  '8 MB of a sum': () => on(`${'1 + '.repeat(2_000_000)}1 > 0`),
  '8 MB of conditions': () => on(`${'true && '.repeat(1_000_000)}true`),
  '8 MB of a list': () => on(`[${'1,'.repeat(4_000_000)}1].size() > 0`),
  '8 MB of brackets': () => on('('.repeat(8_000_000)),
  '8 MB that do not compile': () => on('x '.repeat(4_000_000)),
  '8 MB of one name': () => on('x'.repeat(8_000_000)),
  '100,000 mistakes': () => on(`[${range(100_000, (index) => `x${index}`).join(',')}].size() > 0`),
  '240 nested conditions': () => on(`${'(true ? '.repeat(240)}true${' : false)'.repeat(240)}`),
  'nested macros': () => on(`${range(10, (index) => `[1,2,3,4].all(x${index}, `).join('')}true${')'.repeat(10)}`),
  'work up to its limit': () => on('lists.range(9000).all(x, lists.range(9000).all(y, x + y >= 0))'),
  'a pattern of 100 KB': () => on(`device.attributes["d.example.com"].a.matches("${'(a|b)*'.repeat(16_000)}c")`),
  'a pattern of many states on a long text': () => on(`("x"${'+"xxxxxxxxxx"'.repeat(500)}).matches("(x+x+)+y{1,500}")`),
  'a device with 100,000 attributes': () =>
    on('device.attributes["d.example.com"].all(name, name != "y")', {
      attributes: Object.fromEntries(range(100_000, (index) => [`k${index}`, { string: `v${index}` }])),
    }),
  'a device with a text of 8 MB': () =>
    on('device.attributes["d.example.com"].a.contains("xy")', { attributes: { a: { string: 'x'.repeat(8_000_000) } } }),
};
