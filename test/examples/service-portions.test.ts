import { expect, it } from 'vitest';
import { objectsOf, portionsOf } from '../../examples/service/src/portions.js';
import { questionOf } from '../../examples/service/src/question.js';

const read = (text: string): readonly object[] =>
  questionOf({ topic: 'cluster', language: 'json', body: new TextEncoder().encode(text) }).objects ?? [];
const through = async (objects: readonly object[]): Promise<readonly object[]> => objectsOf(portionsOf(objects) as never);
const node = (index: number): object => ({ apiVersion: 'v1', kind: 'Node', metadata: { name: `n${index}` } });

it('passes all objects, in order', async () => {
  const nodes = Array.from({ length: 2000 }, (_, index) => node(index));
  expect(await through(nodes)).toEqual(nodes);
});

it('passes numbers that no JavaScript number can represent, and keys of any name', async () => {
  const objects = read('{"objects": [{"apiVersion": "v", "kind": "k", "a": 12345678901234567890, "b": 1e400, "__proto__": {"c": "1"}}]}');
  expect(await through(objects)).toEqual(objects);
});

it('passes the items of lists with their types', async () => {
  const { apiVersion: _, kind: __, ...untyped } = node(1) as Record<string, unknown>;
  const list = { apiVersion: 'v1', kind: 'List', items: [node(0), { apiVersion: 'v1', kind: 'NodeList', items: [untyped] }] };
  expect(await through([list, node(2)])).toEqual([node(0), node(1), node(2)]);
});

it('passes short texts', () => {
  const { bytes, ends } = portionsOf(Array.from({ length: 2000 }, (_, index) => node(index))) as NonNullable<ReturnType<typeof portionsOf>>;
  expect(Math.max(...ends.map((end, index) => end - (ends[index - 1] ?? 0)))).toBeLessThan(40_000);
  expect(ends.at(-1)).toBe(bytes.length);
});

it('rejects an object that no cluster can store', () => {
  expect(portionsOf([{ kind: 'Node', metadata: { name: 'x'.repeat(3_000_000) } }])).toBeUndefined();
});
