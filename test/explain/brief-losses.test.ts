import { describe, expect, it } from 'vitest';
import { briefly } from '../../src/explain/brief-losses.js';
import type { DeviceHolder, Loss } from '../../src/explain/explanation.js';

const texts = (...losses: readonly Loss[]): readonly string[] => briefly(losses, 'ns').map(({ count, text }) => `${count} ${text}`);
const taken = (...holders: readonly DeviceHolder[]): Loss => ({ code: 'taken', count: 2, detail: 'taken', holders });
const holder = (claim: string, ...pods: readonly string[]): DeviceHolder => ({ claim, pods, devices: 1 });

describe('losses in brief', () => {
  it('name the pods that have devices, or else the claims, with namespaces of others', () => {
    expect(texts(taken())).toEqual(['2 allocated']);
    expect(texts(taken(holder('ns/a', 'p')))).toEqual(['2 allocated to pod p']);
    expect(texts(taken(holder('ns/a', 'p'), holder('other/b', 'q')))).toEqual(['2 allocated to pods p and other/q']);
    expect(texts(taken(holder('ns/a', 'p'), holder('other/b')))).toEqual(['2 allocated to claims a and other/b']);
    expect(texts(taken(holder('ns/a', 'p', 'q', 'r', 's', 't')))).toEqual(['2 allocated to pods p, q, r and 2 more']);
  });

  it('are one where they differ in what is left', () => {
    const short = (left: string, wanted = '4'): Loss => ({
      code: 'shares',
      count: 1,
      capacity: 'cpu',
      amounts: { wanted, left },
      detail: '',
    });
    expect(texts(short('3'), short('2'), short('3'))).toEqual(['3 have too little of capacity cpu: requested 4, 3 or 2 left']);
    expect(texts(short('3'), short('3', '5'))).toEqual([
      '1 has too little of capacity cpu: requested 4, 3 left',
      '1 has too little of capacity cpu: requested 5, 3 left',
    ]);
    const counter: Loss = { code: 'counters', count: 1, counter: 'set/mem', amounts: { wanted: '2Gi', left: '1Gi' }, detail: '' };
    expect(texts(counter)).toEqual(['1 exceeds counter set/mem: needs 2Gi, 1Gi left']);
    const small: Loss = { code: 'capacity-too-small', count: 1, capacity: 'cpu', amounts: { wanted: '9', left: '8' }, detail: '' };
    expect(texts(small)).toEqual(['1 has too little of capacity cpu: requested 9, has 8']);
  });

  it('have the clauses of a selector with bare names', () => {
    const selector = { index: 0, expression: 'x' };
    const clauses = [
      { text: 'device.attributes["d"].model == "A"', count: 1, seen: [{ value: '"B"', count: 1 }] },
      { text: 'device.attributes["d"].healthy', count: 1, seen: [] },
    ];
    const loss: Loss = { code: 'request-selector', count: 2, detail: 'long', selector, clauses };
    expect(texts(loss)).toEqual(['2 do not match the selector: `model == "A"`, value "B"; `healthy` is false on 1']);
    expect(texts({ ...loss, code: 'class-selector', selector: { ...selector, class: 'gpu' } })[0]).toContain('do not match class gpu: ');
    expect(texts({ ...loss, clauses: [] })).toEqual(['2 long']);
  });
});
