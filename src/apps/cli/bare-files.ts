// Handles file arguments without an option: a shell expands `-f *.yaml` to `-f a.yaml b.yaml`, and kubectl accepts `-f a.yaml,b.yaml`.

import { existsSync, statSync } from 'node:fs';
import { type OptionSpec, type ParsedArguments, UsageError } from './arguments.js';
import { kindOf } from './object-names.js';

/** The extensions of files with objects. */
const EXTENSION = /\.(?:ya?ml|json)(?:\.gz)?$/;

/** Throws {@link UsageError} with the corrected command line if arguments that should name objects are files. */
export function checkBareFiles(argv: readonly string[], names: readonly string[], specs: readonly OptionSpec[]): void {
  // With an input, a word such as ml/train is a name, even if a directory has that path.
  const hasInput = argv.some((word) => /^(?:-f|--filename)/.test(word));
  const bare = new Set(names.filter((name) => isFile(name) || (!hasInput && isDirectory(name))));
  const [first] = bare;
  if (first === undefined) return;
  let option: string | undefined;
  const words: string[] = [];
  for (const [index, word] of argv.entries()) {
    const spec = specs.find(({ name, short }) => [name, short].includes(word.split('=', 1)[0] as string));
    if (spec !== undefined) option = spec.values === 'files' && spec.repeatable === true ? word.split('=', 1)[0] : undefined;
    const isValue = specs.some(({ name, short, value }) => value !== undefined && [name, short].includes(argv[index - 1] as string));
    if (bare.has(word) && !isValue) words.push(option ?? '-f', word);
    else words.push(word);
  }
  const options = compareLast(words, bare) ? '-f or --with' : (option ?? '-f');
  const kind = isDirectory(first) ? 'directory' : 'file';
  throw new UsageError(`${quoted(first)} is a ${kind}: write ${options} before each ${kind}: dra-allocator ${words.map(quoted).join(' ')}`);
}

/**
 * Uses the last of several files as the second cluster of `diff`, which otherwise has nothing to compare with. Returns whether
 * it did so.
 */
function compareLast(words: string[], bare: ReadonlySet<string>): boolean {
  if (words[0] !== 'diff' || words.some((word) => /^--(?:with|to-)/.test(word))) return false;
  const place = words.findLastIndex((word) => bare.has(word)) - 1;
  if (!words.slice(0, place).some((word) => /^(?:-f|--filename)/.test(word))) return false;
  words[place] = '--with';
  return true;
}

function isFile(word: string): boolean {
  if (EXTENSION.test(word)) return true;
  const isName = kindOf(word.split('/', 1)[0] as string) !== undefined;
  return !isName && /[./]/.test(word) && existsSync(word) && statSync(word).isFile();
}

function isDirectory(word: string): boolean {
  return existsSync(word) && statSync(word).isDirectory();
}

/** Returns a word quoted for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Splits values that are lists with commas into names. Files are split only if no file has the whole name. */
export function withLists(parsedArguments: ParsedArguments, specs: readonly OptionSpec[]): ParsedArguments {
  const options = new Map<string, readonly string[]>();
  for (const [name, values] of parsedArguments.options) {
    const spec = specs.find((each) => each.name === name);
    options.set(name, spec?.repeatable === true ? values.flatMap((value) => partsOf(value, spec)) : values);
  }
  return { ...parsedArguments, options };
}

function partsOf(value: string, { isList, values }: OptionSpec): readonly string[] {
  const parts = value.split(',').filter((part) => part !== '');
  const areFiles =
    values === 'files' && parts.length > 1 && !existsSync(value) && parts.every((part) => existsSync(part.replace(/=\d+$/, '')));
  return (isList === true && parts.length > 0) || areFiles ? parts : [value];
}
