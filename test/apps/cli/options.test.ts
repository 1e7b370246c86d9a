import { expect, test } from 'vitest';
import { type ParsedArguments, parseArguments } from '../../../src/apps/cli/arguments.js';
import { COMMAND_OPTIONS, type CommandName } from '../../../src/apps/cli/help.js';
import { ALLOCATE_OPTIONS, COLOR } from '../../../src/apps/cli/option-specs.js';
import {
  readClassicSettings,
  readDiffSettings,
  readExplainSettings,
  readFitSettings,
  readMigrateSettings,
  readSettings,
  readValidateSettings,
} from '../../../src/apps/cli/options.js';
import { readMergeSettings, readSimulateSettings } from '../../../src/apps/cli/simulate/settings.js';
import { TimeLimit } from '../../../src/apps/cli/time-limit.js';

const settings = (...argv: string[]) => readSettings(parseArguments(['-f', 'x', ...argv], ALLOCATE_OPTIONS));

/** The function that reads the options of each command. */
const READERS: Readonly<Record<CommandName, ((parsedArguments: ParsedArguments) => unknown) | undefined>> = {
  allocate: readSettings,
  explain: readExplainSettings,
  nodes: readSettings,
  fit: readFitSettings,
  diff: readDiffSettings,
  // It reads most options through `readSettings`, from a copy.
  simulate: (parsedArguments) => [readSimulateSettings(parsedArguments), readSettings(parsedArguments)],
  merge: (parsedArguments) => readMergeSettings(parsedArguments, ['x']),
  inventory: readSettings,
  cel: readSettings,
  validate: (parsedArguments) => readValidateSettings(parsedArguments, ['x']),
  rules: undefined,
  classic: readClassicSettings,
  migrate: readMigrateSettings,
  completion: undefined,
};

/** Options that remember which of them were read. */
class WatchedOptions extends Map<string, string[]> {
  readonly read = new Set<string>();

  override get(name: string): string[] | undefined {
    this.read.add(name);
    return super.get(name);
  }

  override has(name: string): boolean {
    this.read.add(name);
    return super.has(name);
  }
}

test.each(Object.entries(COMMAND_OPTIONS))('every option of %s is read', (command, specs) => {
  const options = new WatchedOptions([['--filename', ['x']], ...(command === 'diff' ? [['--with', ['y']] as [string, string[]]] : [])]);
  READERS[command as CommandName]?.({ positionals: [], options });
  // The program reads these before it chooses a command.
  const unread = specs.map(({ name }) => name).filter((name) => !options.read.has(name) && !['--help', COLOR.name].includes(name));
  expect(unread).toEqual([]);
});

test('without options the output is a table, every gate is on, and a search may take 10 seconds', () => {
  expect(settings()).toEqual({
    files: ['x'],
    recursive: false,
    output: 'table',
    headings: true,
    featureGates: {},
    podOrder: 'input',
    podTemplates: [],
    preempts: true,
    devicesOnly: false,
    corrections: false,
    validates: true,
    allowsIncomplete: false,
    limits: { milliseconds: 10_000 },
    time: new TimeLimit(),
  });
});

test('feature gates come in lists and repeatedly, the last one counts', () => {
  expect(settings('--feature-gates', 'A=true,B=false', '--feature-gates=A=False').featureGates).toEqual({ A: false, B: false });
});

test.each([
  ['500ms', 500],
  ['10s', 10_000],
  ['1m30s', 90_000],
  ['1.5h', 5_400_000],
  ['250us', 0.25],
])('a timeout of %s is %d milliseconds', (text, milliseconds) => {
  expect(settings('--timeout', text).limits).toEqual({ milliseconds });
});

test('a timeout of 0 means none', () => {
  expect(settings('--timeout', '0').limits).toEqual({});
  expect(settings('--timeout', '0s').limits).toEqual({});
});

test('a selector work of 0 means no limit, and the message for others says so', () => {
  expect(settings('--selector-work', '0').limits).toEqual({ selectorWork: Number.POSITIVE_INFINITY, milliseconds: 10_000 });
  expect(settings('--selector-work', '7').limits).toEqual({ selectorWork: 7, milliseconds: 10_000 });
  expect(() => settings('--selector-work', 'x')).toThrow('option --selector-work accepts an integer, or 0 for no limit, not "x"');
  expect(() => settings('--steps', '0')).toThrow('option --steps accepts an integer above 0, not "0"');
});

test('steps are a limit beside the timeout', () => {
  expect(settings('--steps', '12').limits).toEqual({ steps: 12, milliseconds: 10_000 });
});

test.each([
  [['-o', 'jsn'], 'unknown output format "jsn", did you mean json?: one of table, wide, json, yaml, name'],
  [['--steps', '0'], 'option --steps accepts an integer above 0, not "0"'],
  [['--steps', '1e3'], 'option --steps accepts an integer above 0, not "1e3"'],
  [['--steps', '99999999999999999999'], 'option --steps accepts an integer above 0'],
  [['--timeout', '10'], 'option --timeout accepts a duration such as 500ms, 10s or 1m30s, not "10"'],
  [['--timeout', '-1s'], 'option --timeout accepts a duration'],
  [['--feature-gates', 'A'], 'option --feature-gates accepts NAME=true or NAME=false, not "A"'],
  [['--feature-gates', '=true'], 'option --feature-gates accepts NAME=true or NAME=false, not "=true"'],
  [['--feature-gates', 'A=1'], 'option --feature-gates accepts NAME=true or NAME=false, not "A=1"'],
  [['--node', ''], 'option --node needs the name of a node'],
  [['-f', '-', '-f', '-'], 'standard input can be read only once'],
])('%j is refused', (argv, message) => {
  expect(() => settings(...argv)).toThrow(message);
});

test('without input there is nothing to do', () => {
  expect(() => readSettings(parseArguments([], ALLOCATE_OPTIONS))).toThrow('no input: give files, directories or - with -f');
});

test.each(['workload.yaml', './manifests', '/tmp/cluster', 'a/b/c/d', '-'])('without -f %s was meant to be input', (file) => {
  expect(() => readSettings(parseArguments([file], ALLOCATE_OPTIONS))).toThrow(`or - with -f; did you mean -f ${file}?`);
});

test.each(['web', 'pod/web', 'deployment/ml/web'])('without -f %s is the name of an object', (name) => {
  expect(() => readSettings(parseArguments([name], ALLOCATE_OPTIONS))).toThrow(/or - with -f$/);
});

test('a gate named __proto__ is a gate like any other', () => {
  expect(Object.keys(settings('--feature-gates', '__proto__=true').featureGates)).toEqual(['__proto__']);
});
