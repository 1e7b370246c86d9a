// Texts of YAML and JSON that are meant to make reading run long: each has the largest size for which a form of the language is intended.

/** A text, and the name of its file, which determines the language. */
export interface Text {
  readonly text: string;
  readonly file: string;
}

const MEGABYTES = 8;
const repeated = (line: (index: number) => string, megabytes = MEGABYTES): string => {
  const lines: string[] = [];
  for (let size = 0, index = 0; size < megabytes * 1_000_000; index++) {
    const next = line(index);
    lines.push(next);
    size += next.length + 1;
  }
  return lines.join('\n');
};
const yaml = (text: string): Text => ({ text, file: 'input.yaml' });
const json = (text: string): Text => ({ text, file: 'input.json' });

/** Texts by name. */
export const TEXT_INPUTS: Readonly<Record<string, () => Text>> = {
  '8 MB of YAML documents': () => yaml(repeated((index) => `---\napiVersion: v1\nkind: Node\nmetadata: {name: n${index}, labels: {a: b}}`)),
  '8 MB of lists in YAML': () => yaml(repeated((index) => `- {a: ${index}, b: [1, 2, 3]}`)),
  '8 MB of keys in YAML': () => yaml(repeated((index) => `k${index}: v`)),
  '8 MB of block text in YAML': () => yaml(`a: |\n${repeated((index) => `  line ${index}`)}`),
  '8 MB of quoted text in YAML': () => yaml(`a: "${'\\x41'.repeat(2_000_000)}"`),
  '8 MB of comments in YAML': () => yaml(`a: 1\n${repeated((index) => `# comment ${index}`)}`),
  '8 MB of folded lines in YAML': () => yaml(`a: ${repeated((index) => `  word ${index}`)}`),
  '8 MB of broken YAML': () => yaml(`${repeated((index) => `- a: ${index}`)}\n  - ] {`),
  '400,000 aliases in YAML': () => yaml(`a: &a {b: c}\nd: [${'*a, '.repeat(390_000)}*a]`),
  '30,000 merges in YAML': () => yaml(`a: &a {b: c}\nd:\n${repeated((index) => `- {<<: *a, e: ${index}}`, 0.7)}`),
  'flow collections 100 levels deep in YAML': () => yaml(repeated(() => `- ${'['.repeat(90)}${']'.repeat(90)}`)),
  '8 MB of brackets that do not close in YAML': () => yaml('['.repeat(8_000_000)),
  '64 MB of JSON objects': () => json(`[${repeated((index) => `{"kind":"Node","metadata":{"name":"n${index}"}},`, 64)}{}]`),
  '900,000 keys of a JSON object': () => json(`{${Array.from({ length: 900_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`),
  '64 MB of a JSON text': () => json(`"${'x'.repeat(64_000_000)}"`),
  '8 MB of escapes in JSON': () => json(`"${'\\u0041'.repeat(1_300_000)}"`),
  '8 MB of one number in JSON': () => json(`[${'9'.repeat(8_000_000)}]`),
  '8 MB of broken JSON': () => json(`[${repeated((index) => `{"a":${index}},`)}]]`),
  '8 MB of brackets that do not close in JSON': () => json('['.repeat(8_000_000)),
};
