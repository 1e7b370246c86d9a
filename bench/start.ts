// Cold start: from the start of a process to its first answer, for the example of the README, with the cost of each part.
//
//   npm run bench:start [-- --write] [-- --rounds N]
//
// It runs the built package, dist/. The time of a part is the CPU time of the functions from a folder of src/, as sampled by Node's
// profiler.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { accelerators, claimFor, nodesWithDevices, testClass } from '../src/harness/objects.js';
import { showSpread, showTime, spreadOf } from './measure.js';
import { publish, table } from './page.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' }, write: { type: 'boolean', default: false } } });
const rounds = Number(values.rounds);
const FOLDER = join(process.cwd(), 'build/bench/start');
const DIST = join(process.cwd(), 'dist');
/** The unminified command (scripts/bench.mjs), for profiles. */
const READABLE = join(FOLDER, 'dist');

/** A program, as arguments of Node. */
interface Program {
  readonly name: string;
  readonly args: readonly string[];
}

const EXAMPLE = ['allocate', '-f', 'examples/aws-eks-gpu-efa'];

/** Writes the one-line programs that use the library. */
function writePrograms(): Program[] {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(PROBE, PROBE_TEXT);
  const [node, slice] = nodesWithDevices(1, () => accelerators(8));
  const input = { node, claims: [claimFor({})], deviceClasses: [testClass], resourceSlices: [slice] };
  writeFileSync(join(FOLDER, 'input.json'), JSON.stringify(input));
  const program = (name: string, text: string): Program => {
    const file = join(FOLDER, `${name.replaceAll(/\W+/g, '-')}.mjs`);
    writeFileSync(file, text);
    return { name, args: [file] };
  };
  const library = `import { createAllocator } from ${JSON.stringify(join(DIST, 'index.node.js'))};\n`;
  const read = `import { readFileSync } from 'node:fs';\nconst input = JSON.parse(readFileSync(${JSON.stringify(join(FOLDER, 'input.json'))}, 'utf8'));\n`;
  return [
    program('Node alone, an empty module', ''),
    program('import of the library', library),
    program('createAllocator: reads and compiles the solver', `${library}await createAllocator();\n`),
    program(
      'library: one device of 8 from JSON',
      `${library}${read}const { kind } = (await createAllocator()).allocate(input);\nif (kind !== 'allocated') throw new Error(kind);\n`,
    ),
    { name: 'dra-allocator --version', args: [join(DIST, 'cli.js'), '--version'] },
    { name: 'dra-allocator allocate, the example of the README', args: [join(DIST, 'cli.js'), ...EXAMPLE] },
  ];
}

/** Prints the CPU time of a process at its end, including all threads of Node. */
const PROBE = join(FOLDER, 'probe.cjs');
const PROBE_TEXT = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  process.stderr.write('\\nprocessor ' + (user + system));
});\n`;

/** Nanoseconds of a process from its start to its end, and its CPU time. */
interface Times {
  readonly passed: number;
  readonly processor: number;
}

function run(args: readonly string[]): Times {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--require', PROBE, ...args], { encoding: 'utf8' });
  const passed = (performance.now() - start) * 1e6;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return { passed, processor: Number(/\nprocessor (\d+)/.exec(stderr)?.[1]) * 1e3 };
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly url: string; readonly functionName: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Microseconds between two samples. */
const INTERVAL = 100;

/** Milliseconds by part of the program. */
function profile(args: readonly string[]): ReadonlyMap<string, number> {
  const folder = join(FOLDER, 'profiles');
  rmSync(folder, { recursive: true, force: true });
  run(['--cpu-prof', '--cpu-prof-interval', `${INTERVAL}`, '--cpu-prof-dir', folder, ...args]);
  const parts = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
    const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partOfFrame(callFrame)]));
    samples.forEach((id, index) => {
      const part = partOf.get(id) as string;
      // A late sample means that another process had the processor.
      parts.set(part, (parts.get(part) ?? 0) + Math.min(timeDeltas[index] as number, 3 * INTERVAL) / 1000);
    });
  }
  return parts;
}

const lines = new Map<string, string[]>();

/** Finds the part of a function: bundles name the file before each module. */
function partOfFrame({ url, functionName, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  if (url.startsWith('node:')) return url.startsWith('node:internal/modules') ? 'Node: finding and loading modules' : 'Node: the rest';
  if (url === '')
    return functionName === '(garbage collector)'
      ? 'garbage collection'
      : functionName === '(idle)'
        ? 'waiting'
        : 'Node: native code, compiling';
  if (url.includes('/node_modules/')) return `dependency ${/node_modules\/([^/]+)/.exec(url)?.[1]}`;
  if (!url.includes('/dist/')) return 'the program itself';
  const file = fileURLToPath(url);
  const text = lines.get(file) ?? readFileSync(file, 'utf8').split('\n');
  lines.set(file, text);
  for (let line = lineNumber; line >= 0; line--) {
    const module = /^ *\/\/ (?:src\/(?:([\w-]+)\/)?|node_modules\/([\w-]+))/.exec(text[line] ?? '');
    if (module !== null) return module[2] === undefined ? `src/${module[1] ?? ''}` : `dependency ${module[2]}`;
  }
  return 'bundle';
}

const programs = writePrograms();
const times: Times[][] = programs.map(() => []);
for (const { args } of programs) run(args);
for (let round = 0; round < rounds; round++) programs.forEach(({ args }, index) => times[index]?.push(run(args)));
const rows = programs.map(({ name }, index) => {
  const own = times[index] ?? [];
  return [name, showSpread(spreadOf(own.map(({ passed }) => passed))), showSpread(spreadOf(own.map(({ processor }) => processor)))];
});

copyFileSync(join(DIST, 'solver.wasm'), join(READABLE, 'solver.wasm'));
copyFileSync(join(process.cwd(), 'package.json'), join(FOLDER, 'package.json'));
const readable: Program = { name: 'the example', args: [join(READABLE, 'cli.js'), ...EXAMPLE] };
const [library, example] = [programs[3] as Program, readable].map(({ args }) => {
  const all = Array.from({ length: 5 }, () => profile(args));
  const names = new Set(all.flatMap((parts) => [...parts.keys()]));
  return new Map([...names].map((name) => [name, spreadOf(all.map((parts) => parts.get(name) ?? 0)).median]));
}) as unknown as [ReadonlyMap<string, number>, ReadonlyMap<string, number>];
const names = [...new Set([...example.keys(), ...library.keys()])].sort(
  (left, right) => (example.get(right) ?? 0) - (example.get(left) ?? 0),
);
const show = (milliseconds = 0): string => (milliseconds < 0.05 ? '' : showTime(milliseconds * 1e6));
const parts = names
  .filter((name) => Math.max(example.get(name) ?? 0, library.get(name) ?? 0) >= 0.2)
  .map((name) => [name, show(library.get(name)), show(example.get(name))]);

publish(
  'start',
  [
    table(['a process from its start to its end', 'time', 'of the processor, all threads'], rows),
    table(['part, as profiled (the profiler slows all of it down)', 'library: one device of 8', 'the example of the README'], parts),
  ].join('\n\n'),
);
