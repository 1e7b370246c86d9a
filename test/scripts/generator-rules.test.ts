import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../../scripts/fresh.mjs';
import { checkGenerators } from '../../scripts/generator-rules.mjs';

const folder = join(root, `build/generator-rules-${process.pid}`);

const DECLARATIONS = `
type Incremental<T> = Generator<undefined, T, undefined>;
declare function counting(): Incremental<number>;
declare const table: { counting(): Incremental<number>; preparing?: () => Incremental<number> };
declare function inOneGo<T>(computation: Generator<unknown, T, undefined>): T;
declare function keep(value: unknown): void;
declare function cached<T>(make: () => T): T;
declare function each(list: readonly number[], act: (item: number) => void): void;
declare function started(begin: () => Incremental<number>): number;
declare let isDone: boolean;
`;

/** Bodies of a function with a generator that is not run. */
const FAULTS = [
  'counting();',
  'table.counting();',
  'table.preparing?.();',
  'void counting();',
  'return void table.counting();',
  'const unused = counting();',
  'const unused = isDone ? counting() : undefined; if (unused !== undefined) keep(1);',
  'let unused; unused = counting();',
  'keep(counting());',
  'keep([counting()]);',
  'keep({ count: counting() });',
  'const result = counting(); keep(result);',
  'each([1], () => counting());',
  'each([1], () => { return counting(); });',
  'if (counting()) isDone = true;',
  'isDone ||= counting() === undefined;',
  'keep(String(counting()));',
  'const early = (computation: Incremental<number>) => keep(computation); early(inner());',
];

const VALID = [
  'return yield* counting();',
  'const count = yield* isDone ? counting() : table.counting();',
  'return 1 + (yield* table.counting());',
  'return inOneGo(counting());',
  'for (const step of counting()) keep(step);',
  'return [...counting()];',
  'const result = counting(); return inOneGo(result);',
  'let result: Incremental<number> | undefined; result ??= counting(); return yield* result;',
  'return started(() => counting());',
  'return started(() => { return table.counting(); });',
  'const begin = () => counting(); return yield* begin();',
  'const steps = counting(); while (steps.next().done !== true) keep(1);',
  'const run = (computation: Incremental<number>) => inOneGo(computation); return run(counting());',
];

/** Each body as a file of one project, since starting the compiler is what takes time. */
const lines = findingsByFile([...FAULTS, ...VALID]);

function findingsByFile(bodies: readonly string[]): ReadonlyMap<string, number> {
  mkdirSync(folder, { recursive: true });
  for (const [index, body] of bodies.entries()) {
    const text = `${DECLARATIONS}export function* inner(): Incremental<unknown> {\n${body}\n}\n`;
    writeFileSync(join(folder, `f${index}.ts`), text);
  }
  const compilerOptions = { lib: ['ES2023'], types: [], target: 'ES2023', module: 'NodeNext', strict: true, noEmit: true };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  const findings = checkGenerators(join(folder, 'tsconfig.json'), (file) => file.startsWith(folder));
  const bodyLine = DECLARATIONS.split('\n').length + 1;
  return new Map(findings.map(({ file, line }) => [bodies[Number(/f(\d+)\.ts$/.exec(file)?.[1])] as string, line - bodyLine]));
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(FAULTS)('%j does not run a generator', (body) => {
  expect(lines.get(body)).toBe(0);
});

it.each(VALID)('%j does', (body) => {
  expect(lines.get(body)).toBeUndefined();
});

it('a field whose generator is never run is found, and one that is run is valid', () => {
  const text = (use: string) =>
    `declare function counting(): Generator<undefined, number>;\nexport class A { #c = counting(); *b() { return ${use}; } }`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'idle.ts'), text('this.#c !== undefined'));
  writeFileSync(join(folder, 'run.ts'), text('yield* this.#c'));
  const findings = checkGenerators(join(folder, 'tsconfig.json'), (file) => /idle\.ts|run\.ts/.test(file));
  expect(findings.map(({ file, line }) => [file.slice(folder.length + 1), line])).toEqual([['idle.ts', 2]]);
});
