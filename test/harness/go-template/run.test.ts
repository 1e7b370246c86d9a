import { describe, expect, it } from 'vitest';
import { GoTemplate, TemplateWork } from '../../../src/harness/go-template/run.js';

const run = (text: string, data: Readonly<Record<string, unknown>> = {}): string => new GoTemplate(text, 't.yaml').run(data);

// The package text/template of Go makes the same of each.
it.each([
  ['a {{.x}} b', { x: 3 }, 'a 3 b'],
  ['{{.x.y}}{{.x.z}}', { x: { y: 'q' } }, 'q<no value>'],
  ['{{$n := or .n 2}}{{Mod 7 $n}}', {}, '1'],
  ['{{$n := or .n 2}}{{Mod 7 $n}}', { n: 4 }, '3'],
  ['{{range (3 | Int)}}[{{.}}]{{end}}', {}, '[0][1][2]'],
  ['{{range $i := ("2" | Int)}}{{$i}},{{end}}', {}, '0,1,'],
  ['{{range $k, $v := .m}}{{$k}}={{$v}} {{end}}', { m: { b: 1, a: true } }, 'a=true b=1 '],
  ['{{range .none}}x{{else}}nothing{{end}}', {}, 'nothing'],
  ['{{if eq .c "a"}}1{{else if gt .n 1}}2{{else}}3{{end}}', { c: 'b', n: 2 }, '2'],
  ['{{if and .a (not .b)}}yes{{end}}', { a: 1, b: 0 }, 'yes'],
  ['{{with .a}}{{.b}}{{end}}', { a: { b: 5 } }, '5'],
  ['{{$x := 1}}{{if true}}{{$x = 2}}{{$y := 3}}{{end}}{{$x}}', {}, '2'],
  ['a {{- 1 -}} b', {}, 'a1b'],
  ['{{/* a {comment} */}}{{`raw`}}{{"\\n"}}', {}, 'raw\n'],
  ['{{range $i := 2}}{{$.n}}{{end}}', { n: 'n' }, 'nn'],
])('%s with %j', (text, data, made) => {
  expect(run(text, data)).toBe(made);
});

describe('a template that is wrong reports where', () => {
  it.each([
    ['{{nope 1}}', 't.yaml: function "nope" does not exist'],
    ['{{constructor}}', 't.yaml: function "constructor" does not exist'],
    ['{{$x}}', 't.yaml: variable $x does not exist'],
    ['{{1 2}}', 't.yaml: only a function can have arguments'],
    ['{{range "abc"}}{{end}}', 't.yaml: cannot range over "abc"'],
    ['{{range 1000000000}}{{end}}', 't.yaml: the template needs more than 100000 steps: make it smaller'],
    [`{{range 10000}}${'x'.repeat(10_000)}{{end}}`, 't.yaml: the template produces more than 250000 characters: make it smaller'],
  ])('%s', (text, message) => {
    expect(() => run(text)).toThrow(message);
  });

  it.each([
    ['text of twice the length, again and again', `{{$x := JSON "\\""}}${'{{$x = JSON $x}}'.repeat(60)}`, 'characters'],
    ['the same in one action', `{{"\\"" ${'| JSON'.repeat(60)}}}`, 'characters'],
    ['many arguments in a loop', `{{range 1000}}{{or ${'0 '.repeat(1000)}}}{{end}}`, 'steps'],
    ['many fields in a loop', `{{range 1000}}{{$${'.a'.repeat(1000)}}}{{end}}`, 'steps'],
    ['a map that is counted in a loop', '{{range 1000}}{{len $.m}}{{end}}', 'steps'],
    ['many variables', '{{$x := 1}}'.repeat(101), 'variables'],
    ['many variables of a loop', `{{range ${'$a, '.repeat(101)} := 2}}{{end}}`, 'variables'],
  ])('%s', (_, text, what) => {
    const m = Object.fromEntries(Array.from({ length: 1000 }, (__, index) => [`k${index}`, index]));
    expect(() => run(text, { m })).toThrow(new RegExp(`^t.yaml: the template (needs|produces|has) more than \\d+ ${what}`));
  });

  it('a long text', () => {
    expect(() => run('{{if true}}a{{end}}'.repeat(6000))).toThrow('t.yaml: the template has more than 100000 characters: make it smaller');
  });

  it('runs of a workload count together', () => {
    const [template, work] = [new GoTemplate('{{range 100}}x{{end}}', 't.yaml'), new TemplateWork(1000, 1000)];
    const runs = Array.from({ length: 4 }, () => template.run({}, work));
    expect(runs.map(({ length }) => length)).toEqual([100, 100, 100, 100]);
    expect(() => template.run({}, work)).toThrow('needs more than 1000 steps');
  });

  it('reads nothing that its data inherits', () => {
    expect(run('{{.toString}}{{.constructor.name}}')).toBe('<no value><no value>');
  });
});
