import { describe, expect, it } from 'vitest';
import { resolveEnvironment } from '../../src/cel/engine.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { CachedClauses } from '../../src/explain/false-clauses.js';
import { createAllocator } from '../../src/index.js';
import { claim, device, deviceClass, node, request, selectors, slice } from '../support/objects.js';

const D = 'device.attributes["d.example.com"]';

describe('the clauses of a request', () => {
  const falseOn = (expressions: readonly string[], model: string, size: bigint): readonly string[] => {
    const clauses = inOneGo(
      new CachedClauses(resolveEnvironment({})).of(
        expressions.map((expression) => ({ cel: { expression } })),
        UNLIMITED,
      ),
    );
    const attributes = new Map<string, object>([
      ['model', { string: model }],
      ['size', { int: size }],
    ]);
    const looked = { driver: 'd.example.com', attributes, capacity: new Map(), allowMultipleAllocations: false };
    return clauses.falseOn(looked as never, UNLIMITED).map(({ text, near }) => (near === undefined ? text : `${text}: ${near}`));
  };

  it('are what `&&` joins, in all of its selectors', () => {
    const expressions = [`${D}.model == "A" && ${D}.size == 2`, `${D}.size > 1 || ${D}.model == "B"`];
    expect(falseOn(expressions, 'A', 2n)).toEqual([]);
    expect(falseOn(expressions, 'A', 1n)).toEqual([`${D}.size == 2`, expressions[1]]);
    expect(falseOn(expressions, 'C', 3n)).toEqual([`${D}.model == "A"`, `${D}.size == 2`]);
  });

  it('report the value of the device that the one which is requested is near to in spelling', () => {
    expect(falseOn([`${D}.model == "NVIDIA H100 HBM"`], 'NVIDIA H100 HBM3', 1n)).toEqual([
      `${D}.model == "NVIDIA H100 HBM": NVIDIA H100 HBM3`,
    ]);
    expect(falseOn([`${D}.model == "NVIDIA H100 HBM"`], 'NVIDIA A100', 1n)).toEqual([`${D}.model == "NVIDIA H100 HBM"`]);
  });

  it('are none where they fail, or the selector does not compile', () => {
    expect(falseOn([`${D}.other == 1 && ${D}.size == 2`, `${D}.size == ( && false`], 'A', 1n)).toEqual([`${D}.size == 2`]);
  });
});

describe('an explanation', () => {
  const explained = async (...wanted: readonly string[]) => {
    const cluster = (await createAllocator()).cluster();
    const models: Readonly<Record<string, string>> = { a: 'A', b: 'B', c: 'B', d: 'A' };
    const names = Object.keys(models);
    cluster.apply([
      deviceClass('any'),
      ...names.map((name) => node(name)),
      ...names.map((name) =>
        slice(name, [device('d', { model: models[name], size: 1, name: name === 'd' ? 'NVIDIA H100 HBM3' : 'T4' })], {
          nodeName: name,
          pool: { name },
        }),
      ),
    ] as never);
    return cluster.explainAsync({ claims: [claim('c', [request('r', selectors(...wanted))])] as never });
  };

  it.each([
    ['in one selector', [`${D}.model == "B" && ${D}.size == 2`]],
    ['in several', [`${D}.size == 2`, `${D}.model == "B"`]],
  ])('has those nodes first whose devices lack the fewest conditions, %s', async (_, wanted) => {
    const { groups, nodes, suggestions } = await explained(...wanted);
    expect(groups.map((group) => group.nodes)).toEqual([
      ['b', 'c'],
      ['a', 'd'],
    ]);
    expect(nodes.map(({ requests }) => requests[0]?.falseClauses?.length)).toEqual([2, 1, 1, 2]);
    expect(suggestions[0]).toMatchObject({ size: 1, text: expect.stringMatching(/^write 1 instead of 2 for size/) });
  });

  it('has those nodes first whose devices have a value that is near in spelling to the one that is requested', async () => {
    const { groups, suggestions } = await explained(`${D}.model.startsWith("A") && ${D}.name == "NVIDIA H100 HBM"`, 'true');
    expect(groups[0]?.nodes).toEqual(['d']);
    expect(suggestions[0]?.text).toMatch(/^write "NVIDIA H100 HBM3" instead of "NVIDIA H100 HBM" for name/);
  });
});
