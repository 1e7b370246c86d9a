// Puts texts that imitate lines of output or commands of CI systems into each string of the input, and runs every command in every format.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { COMMAND_OPTIONS, COMMANDS, type CommandName } from '../../../src/apps/cli/help.js';
import { sourceTrace } from '../../../src/apps/cli/source-trace.js';
import { diagnose, safeStreams } from '../../../src/apps/cli/streams.js';
import { cases, someOf } from '../../support/extent.js';
import { CALLS, type Call, CLUSTER, type Value } from './hostile-calls.js';
import { directoryWith, type ProgramResult, runProgram } from './run-program.js';

/** No line may begin with it, even after the prefix of an output line. */
const MARK = 'FORGED';

/** Texts that imitate starts of lines, after each character that ends a line in some program. */
const HOSTILE: readonly string[] = [
  `\n${MARK}\nerror: ${MARK}\n  ${MARK}\n | ${MARK}\nhelp: ${MARK}\nERROR: <input>:1:1: ${MARK}`,
  '\n::stop-commands::x\n  ::error::x\r::warning::x\u2028::notice::x\u0085\u00a0::debug::x\n::add-mask::y',
  '##[error]x ##[group]y\n##[endgroup] ##vso[task.setvariable variable=a]b\n##teamcity[x]',
  ']]> <!-- & " \' </script><b> %0A%25 ,: \u001b[2J\u001b]0;x\u0007\u009b1m\u202e\u2066\ufdd0a\ufdef\u0000\ufffe \ud800 \\',
  `${'x'.repeat(3000)}\n${MARK}${'::error::'.repeat(300)}`,
  `\ncompilation failed: ERROR: <input>:1:1: ${MARK}\n | ${MARK}\n | ^`,
];

/** The arguments that contain columns and paths of templates. */
const TEMPLATES: Readonly<Record<string, string>> = {
  'custom-columns=': 'custom-columns=A:.metadata.name,B:.name,C:.kind,D:.device,E:.message',
  'jsonpath=': 'jsonpath={range .items[*]}{.metadata.name}{.name}{.device}{.message}{"\\n"}{end}',
};

function formatsOf(command: CommandName): readonly string[] {
  const values = COMMAND_OPTIONS[command].find(({ name }) => name === '--output')?.values;
  return (Array.isArray(values) ? (values as readonly string[]) : []).map((format) => TEMPLATES[format] ?? format);
}

/** Returns all strings of the documents, with keys. */
function textsIn(value: Value, texts = new Set<string>()): Set<string> {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) {
      if (!Array.isArray(value)) texts.add(key);
      textsIn(each, texts);
    }
  }
  return texts;
}

/** Appends a text to some strings, everywhere they occur, so that references between objects stay valid. */
function replaced(value: Value, more: (text: string) => string): Value {
  if (typeof value === 'string') return more(value);
  if (Array.isArray(value)) return value.map((each) => replaced(each, more));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [more(key), replaced(each, more)]));
}

/** A run changes one in this many strings. Consecutive commands change different ones. */
const STEP = cases(80, 5);

/** Words of the API. Changing them only makes the input invalid; the runs that change one string cover that. */
const KEPT = /^(?:[A-Z]\w*|v1|[\w.-]+\/v\w+|[a-z]\w+|requests|-?\d.*|device\..*|[\w.-]+\.(?:yaml|k8s\.io|io|com)(?:\/.*)?|)$/;
const NAMES =
  /^(?:node-|slice|pool-|gpu-\d|nic|held|runner|picky|lost|fails|odd|wrong|robbie|quota|ml$|train|serve|a100|fast|east|west|team|red|repair|fan|one-gpu|two-gpus|two$|steady$|pod\d|worker|test1|single|distinct|gpu\.example|net\.example|no link|it is|text$|zone$|note$)/;

const isName = (text: string): boolean => NAMES.test(text) || !KEPT.test(text);

/** Matches commands as the runner of GitHub Actions does: with colons at the start of a line, after blanks; with number signs anywhere. */
function commandsIn(text: string): readonly string[] {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(/^[\s\u0085\p{Default_Ignorable_Code_Point}]+/u, ''));
  return lines.filter((line) => line.startsWith('::') || /##\w*\[/.test(line));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufdd0-\ufdef]/;

/** Matches a line that text of the input begins, after the prefix of an output line. */
const FORGED = new RegExp(`^(?:\\s|\\||help:|error:|ERROR: <input>:1:1:|compilation failed:)*${MARK}`, 'm');

/** Lines of an expression have a prefix. */
const FORGED_IN_EXPRESSION = new RegExp(`^(?:\\s|help:|error:|ERROR: <input>:1:1:|compilation failed:)*${MARK}`, 'm');

/** Wrapped text may continue with any word, but is indented. */
const FORGED_IN_WRAPPED = new RegExp(`^${MARK}`, 'm');

/** Formats in which strings with line feeds span several lines. */
const HAS_LINES: ReadonlySet<string> = new Set(['json', 'yaml', 'sarif', 'html']);

const OWN_COMMAND = /^::(?:error|warning) file=[^\n]*?,line=\d+,col=\d+,title=[a-z0-9-]+::/;

async function check(format: string, { code, out, err }: ProgramResult, forged = FORGED): Promise<void> {
  expect([0, 1, 2, 3, 4]).toContain(code);
  expect(RAW.exec(err)?.[0]).toBeUndefined();
  expect(commandsIn(err)).toEqual([]);
  expect(forged.exec(err)?.[0]).toBeUndefined();
  // Templates may print tabs.
  expect(RAW.exec(format.startsWith('jsonpath') ? out.replaceAll('\t', '') : out)?.[0]).toBeUndefined();
  expect(commandsIn(out).filter((line) => format !== 'github' || !OWN_COMMAND.test(line))).toEqual([]);
  if (!HAS_LINES.has(format)) expect(forged.exec(out)?.[0]).toBeUndefined();
  if (out !== '') await checkFormat(format, out);
}

async function checkFormat(format: string, out: string): Promise<void> {
  switch (format) {
    case 'json':
      JSON.parse(out);
      break;
    case 'yaml':
      loadAll(out);
      break;
    case 'sarif': {
      const log = JSON.parse(out) as {
        version: string;
        runs: { tool: { driver: { name: string } }; results: { message: { text: string } }[] }[];
      };
      expect(log.version).toBe('2.1.0');
      expect(log.runs[0]?.tool.driver.name).toBe('dra-allocator');
      for (const { message } of log.runs[0]?.results ?? []) expect(message.text).not.toBe('');
      break;
    }
    case 'junit':
      expect((await validateXML({ xml: [{ fileName: 'report.xml', contents: out }], schema: [SCHEMA] })).errors).toEqual([]);
      break;
    case 'github':
      expect(
        out
          .trimEnd()
          .split('\n')
          .every((line) => OWN_COMMAND.test(line)),
      ).toBe(true);
  }
}

const SCHEMA = readFileSync(new URL('./print/schemas/jenkins-junit.xsd', import.meta.url), 'utf8');

async function runCall(
  command: CommandName,
  { files, argv }: Call,
  options: readonly string[],
  more: (text: string) => string,
): Promise<ProgramResult> {
  const texts = Object.entries(files).map(([name, documents]) => {
    const texts = documents.map((document) => JSON.stringify(replaced(document, more)));
    return [name, texts.join('\n')] as const;
  });
  const directory = directoryWith(Object.fromEntries(texts));
  return runProgram([command, ...argv.map((word) => (word in files ? `${directory}/${word}` : word)), ...options]);
}

const ALL = COMMANDS.flatMap((command) => CALLS[command].map((call, index) => ({ command, call, title: `${command} ${index}` })));

describe.each(ALL)('$title', ({ command, call }) => {
  const formats = formatsOf(command);
  const forged = command === 'explain' ? FORGED_IN_WRAPPED : FORGED;
  const optionsOf = (format: string): readonly string[] => (format === '' ? [] : ['-o', format]);
  const isChecked = COMMAND_OPTIONS[command].some(({ name }) => name === '--no-validate');
  const variants = isChecked ? [[], ['--no-validate']] : [[]];

  it('answers the input as it is', async () => {
    for (const format of formats.length === 0 ? [''] : someOf(formats, 2)) {
      const result = await runCall(command, call, optionsOf(format), (text) => text);
      await check(format, result);
      expect(result.out + result.err).not.toBe('');
    }
  });

  it('shows names that are all hostile in lines of its own', async () => {
    const variant = variants.at(-1) as readonly string[];
    for (const [index, hostile] of HOSTILE.entries()) {
      const some = index < cases(0, 2) ? formats : formats.filter((_, at) => at % HOSTILE.length === index);
      for (const format of some) {
        await check(
          format,
          await runCall(command, call, [...optionsOf(format), ...variant], (text) => (isName(text) ? text + hostile : text)),
          forged,
        );
      }
    }
  });

  it('shows each text that is hostile in lines of its own', async () => {
    const texts = [...new Set(Object.values(call.files).flatMap((documents) => [...textsIn(documents as Value[])]))];
    for (const [index, each] of texts.entries()) {
      if (index % STEP !== COMMANDS.indexOf(command) % STEP) continue;
      const format = formats[Math.floor(index / STEP) % formats.length] ?? '';
      const hostile = HOSTILE[Math.floor(index / STEP) % 2] as string;
      const variant = variants[Math.floor(index / STEP / 2) % variants.length] as readonly string[];
      const result = await runCall(command, call, [...optionsOf(format), ...variant], (text) => (text === each ? text + hostile : text));
      await check(format, result, each.startsWith('device.') && forged === FORGED ? FORGED_IN_EXPRESSION : forged);
    }
  });
});

describe.each(HOSTILE.slice(0, 4))('%j', (hostile) => {
  it('is not a line of its own where a text cannot be read', async () => {
    const quoted = JSON.stringify(hostile);
    const texts = [
      `{"a": "${hostile}`,
      `{${quoted}: 1, ${quoted}: 2}`,
      `a: [${hostile}`,
      `${hostile}: x: y`,
      `a: &x${hostile} 1\nb: *y${hostile}`,
      `a: !t${hostile} 1`,
    ];
    for (const text of texts) {
      const directory = directoryWith({ 'input.yaml': text });
      for (const command of ['allocate', 'simulate', 'classic', 'migrate'] as const)
        await check('yaml', await runProgram([command, '-f', directory]));
      for (const format of someOf(formatsOf('validate'), 5)) await check(format, await runProgram(['validate', directory, '-o', format]));
    }
  });

  it('is not a line of its own as the name of a file', async () => {
    const name = hostile.replaceAll(/[\0/]|\p{Surrogate}/gu, '').slice(0, 100);
    for (const text of [
      'kind: [',
      'apiVersion: v1\nkind: Pod\nmetadata: {name: A}\n',
      '{apiVersion: v1, kind: Node, metadata: {name: n}}\n',
    ]) {
      const directory = directoryWith({ [`${name}.yaml`]: text });
      for (const format of someOf(formatsOf('validate'), 3)) await check(format, await runProgram(['validate', directory, '-o', format]));
      await check('table', await runProgram(['inventory', '-f', directory, '-f', `${directory}/${name}.yaml`]));
      await check('table', await runProgram(['inventory', '-f', `${directory}/no${name}`]));
    }
  });

  it('is not a line of its own as an argument', async () => {
    for (const argv of [
      [hostile],
      ['allocate', `--${hostile}`],
      ['allocate', '-o', hostile],
      ['inventory', hostile],
      ['rules', hostile],
      ['explain', `pod/${hostile}`, '-f', '-'],
    ])
      await check('table', await runProgram(argv, JSON.stringify(CLUSTER[0])));
  });

  it('is not a line of its own as the place of a diagnostic', () => {
    const texts: string[] = [];
    const streams = safeStreams({ stdin: (async function* () {})(), out: () => undefined, err: (text) => texts.push(text) });
    for (const place of [hostile, hostile.trimStart(), '::error::x.yaml:1:1']) diagnose(streams, 'error', `a ${hostile}`, place);
    expect(texts).toHaveLength(3);
    for (const text of texts) {
      expect(text.trimEnd()).not.toContain('\n');
      expect(commandsIn(text)).toEqual([]);
    }
  });
});

it('a defect has the lines of its trace, and none of its message', async () => {
  for (const hostile of HOSTILE) {
    const trace = sourceTrace(new Error(hostile));
    expect(
      trace
        .split('\n')
        .slice(1)
        .every((line) => /^ +at /.test(line)),
    ).toBe(true);
  }
});

it('only the writer writes', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== 'apps/cli/process.ts',
  );
  const writers = files.filter((file) => {
    const code = readFileSync(join('src', file), 'utf8').replaceAll(/^ *(?:\/\/|\*|\/\*\*).*$/gm, '');
    return /\bprocess\.std(?:out|err)\b|\bconsole\.|\bwriteSync\(\s*[12]\b|\/dev\/std/.test(code);
  });
  expect(writers).toEqual([]);
});
