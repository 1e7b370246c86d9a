import { expect, test } from 'vitest';
import { imageLocalityScore } from '../../../src/scheduler/scores/image-locality.js';
import { info, node, pod } from '../filters/objects.js';
import { rawScores } from './objects.js';

const MIB = 1024 * 1024;
let made = 0;
const images = (...list: (readonly [string, number])[]) =>
  info(
    node({
      name: `n${made++}`,
      status: { images: list.map(([name, size]) => ({ names: [name, `${name}@sha256:x`], sizeBytes: size * MIB })) },
    }),
  );
const runs = (...names: string[]): object => ({ containers: names.map((image) => ({ image })) });

test('images that are there count by their size and by how many nodes have them', () => {
  const nodes = [images(['example.com/a:1', 500]), images(['example.com/a:1', 500], ['b:latest', 800]), images(), images()];
  // Half of the nodes have it: 250 MiB of 23 to 1000.
  expect(rawScores(imageLocalityScore, pod(runs('example.com/a:1')), nodes)).toEqual([23, 23, 0, 0]);
  // 250 and 200 MiB of 23 to 2000.
  expect(rawScores(imageLocalityScore, pod(runs('example.com/a:1', 'b')), nodes)).toEqual([11, 21, 0, 0]);
});

test('names without a tag are those of the latest image; a port is no tag', () => {
  const nodes = [images(['host:5000/a:latest', 2000])];
  expect(rawScores(imageLocalityScore, pod(runs('host:5000/a')), nodes)).toEqual([100]);
  expect(rawScores(imageLocalityScore, pod(runs('host:5000/a:latest@sha256:x')), nodes)).toEqual([100]);
  expect(rawScores(imageLocalityScore, pod(runs('a')), nodes)).toEqual([0]);
});

test('init containers and volumes have images, too', () => {
  const nodes = [images(['a:1', 2023], ['c:1', 2023])];
  const of = { initContainers: [{ image: 'a:1' }], containers: [{ image: 'b:1' }], volumes: [{ name: 'v', image: { reference: 'c:1' } }] };
  expect(rawScores(imageLocalityScore, pod(of), nodes)).toEqual([100]);
});

test('small images bring nothing, and pods without containers neither', () => {
  expect(rawScores(imageLocalityScore, pod(runs('a:1')), [images(['a:1', 23])])).toEqual([0]);
  expect(rawScores(imageLocalityScore, pod({}), [images(['a:1', 23])])).toEqual([0]);
});
