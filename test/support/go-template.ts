// Renders the few constructs of Go's text/template that the manifests of Kubernetes' scheduler_perf use:
// {{.Name}}, {{$x}}, {{$x := or .name default}}, {{range $i := (EXPR | Int)}}, {{if ge A B}}, {{end}}.

type Value = string | number;
type Scope = ReadonlyMap<string, Value>;

type Part = { readonly text: string } | { readonly action: string };

/** Renders the template with this data. Throws an Error for an unsupported construct. */
export function renderGoTemplate(template: string, data: Readonly<Record<string, Value>>): string {
  const parts: Part[] = template.split(/\{\{(.*?)\}\}/s).map((text, index) => (index % 2 === 0 ? { text } : { action: text.trim() }));
  const globals = new Map<string, Value>(Object.entries(data).map(([name, value]) => [`.${name}`, value]));
  return render(parts, 0, parts.length, globals);
}

function render(parts: readonly Part[], start: number, end: number, outer: Scope): string {
  const scope = new Map(outer);
  let output = '';
  for (let index = start; index < end; index++) {
    const part = parts[index];
    if (part === undefined || 'text' in part) {
      output += part?.text ?? '';
      continue;
    }
    const rounds = blockRounds(part.action, scope);
    if (rounds !== undefined) {
      const close = closing(parts, index);
      for (const inner of rounds) output += render(parts, index + 1, close, inner);
      index = close;
    } else if (!assign(part.action, scope)) {
      output += String(evaluate(part.action, scope));
    }
  }
  return output;
}

/** The scopes in which the block that starts here is rendered, one for each round. Undefined: no block starts here. */
function blockRounds(action: string, scope: Scope): readonly Scope[] | undefined {
  const [, counter, limit] = /^range (\$\w+) := \((\S+) \| Int\)$/.exec(action) ?? [];
  if (counter !== undefined && limit !== undefined) {
    return Array.from({ length: Number(evaluate(limit, scope)) }, (_, round) => new Map(scope).set(counter, round));
  }
  const [, left, right] = /^if ge (\S+) \((\S+) \| Int\)$/.exec(action) ?? [];
  if (left === undefined || right === undefined) return undefined;
  return Number(evaluate(left, scope)) >= Number(evaluate(right, scope)) ? [scope] : [];
}

/** Runs `$x := or .name default`. Returns false for any other action. */
function assign(action: string, scope: Map<string, Value>): boolean {
  const [, variable, name, fallback] = /^(\$\w+) := or (\.\w+) (\S+)$/.exec(action) ?? [];
  if (variable === undefined || name === undefined || fallback === undefined) return false;
  scope.set(variable, scope.get(name) ?? evaluate(fallback, scope));
  return true;
}

/** The index of the {{end}} that belongs to the block opened at `start`. */
function closing(parts: readonly Part[], start: number): number {
  let depth = 0;
  for (let index = start; index < parts.length; index++) {
    const part = parts[index];
    if (part === undefined || 'text' in part) continue;
    if (/^(range|if) /.test(part.action)) depth++;
    if (part.action === 'end' && --depth === 0) return index;
  }
  throw new Error(`no {{end}} for part ${start}`);
}

function evaluate(expression: string, scope: Scope): Value {
  const known = scope.get(expression);
  if (known !== undefined) return known;
  if (/^\d+$/.test(expression)) return Number(expression);
  const quoted = /^"(.*)"$/.exec(expression)?.[1];
  if (quoted === undefined) throw new Error(`cannot render {{${expression}}}`);
  return quoted;
}
