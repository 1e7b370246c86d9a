// The functions of templates: comparisons and choices of text/template, and additions of scheduler_perf. Source:
// getTemplateFuncs of test/integration/scheduler_perf/operations.go, Kubernetes 1.37.1.

/** An argument that is computed on request: `or` and `and` stop at the first deciding argument. */
type Argument = () => unknown;

/** A function. Throws TypeError for invalid arguments. */
export type TemplateFunction = (args: readonly Argument[]) => unknown;

/** Returns whether a value is true for `if`: it is neither false, zero, nil nor empty. */
export function isTrue(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value);
  if (Array.isArray(value)) return value.length > 0;
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

/** Returns a value in the format in which an action prints it. */
export function printed(value: unknown): string {
  if (value === null || value === undefined) return '<no value>';
  if (Array.isArray(value)) return `[${value.map(printed).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.keys(value).sort();
  return `map[${entries.map((key) => `${key}:${printed((value as Record<string, unknown>)[key])}`).join(' ')}]`;
}

function toFloat(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'bigint') return Number(number);
  if (typeof number !== 'number' || Number.isNaN(number)) throw new TypeError(`cannot cast ${JSON.stringify(value)} to a number`);
  return number;
}

function toInt(value: unknown): number {
  return Math.trunc(toFloat(value));
}

function nonZero(value: number): number {
  if (value === 0) throw new TypeError('division by zero');
  return value;
}

const two = (apply: (left: number, right: number) => number): TemplateFunction => {
  return (args) => {
    if (args.length !== 2) throw new TypeError(`needs 2 arguments, not ${args.length}`);
    return apply(toFloat(args[0]?.()), toFloat(args[1]?.()));
  };
};
const each = (apply: (left: number, right: number) => number, first: number): TemplateFunction => {
  return (args) => args.reduce((sum, value) => apply(sum, toFloat(value())), first);
};
const one = (apply: (value: unknown) => unknown): TemplateFunction => {
  return (args) => {
    if (args.length !== 1) throw new TypeError(`needs 1 argument, not ${args.length}`);
    return apply(args[0]?.());
  };
};
const truncated = (inner: TemplateFunction): TemplateFunction => {
  return (args) => Math.trunc(inner(args) as number);
};
const compared = (holds: (order: number) => boolean): TemplateFunction => {
  return (args) => {
    const [left, right] = [args[0]?.(), args[1]?.()];
    if (args.length !== 2 || typeof left !== typeof right || !['number', 'string'].includes(typeof left))
      throw new TypeError('needs two numbers or two strings');
    return holds((left as number) < (right as number) ? -1 : left === right ? 0 : 1);
  };
};
const equals: TemplateFunction = (args) => {
  if (args.length < 2) throw new TypeError('needs 2 arguments or more');
  const [first, ...others] = args.map((value) => value());
  return others.some((value) => value === first);
};

const add = each((sum, value) => sum + value, 0);
const multiply = each((product, value) => product * value, 1);
const subtract = two((left, right) => left - right);
const divide = two((left, right) => left / nonZero(right));

function decided(args: readonly Argument[], isIt: (value: unknown) => boolean): unknown {
  if (args.length === 0) throw new TypeError('needs 1 argument or more');
  let value: unknown;
  for (const argument of args) {
    value = argument();
    if (isIt(value)) break;
  }
  return value;
}

export const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  or: (args) => decided(args, isTrue),
  and: (args) => decided(args, (value) => !isTrue(value)),
  not: one((value) => !isTrue(value)),
  eq: equals,
  ne: (args) => equals(args) !== true,
  lt: compared((order) => order < 0),
  le: compared((order) => order <= 0),
  gt: compared((order) => order > 0),
  ge: compared((order) => order >= 0),
  len: one((value) => {
    if (typeof value === 'string' || Array.isArray(value)) return value.length;
    if (typeof value === 'object' && value !== null) return Object.keys(value).length;
    throw new TypeError('needs a string, a list or a map');
  }),
  AddFloat: add,
  AddInt: truncated(add),
  DivideFloat: divide,
  DivideInt: truncated(divide),
  Int: one(toInt),
  JSON: one((value) => JSON.stringify(value ?? null)),
  Mod: two((left, right) => Math.trunc(left) % nonZero(Math.trunc(right))),
  MultiplyFloat: multiply,
  MultiplyInt: truncated(multiply),
  SubtractFloat: subtract,
  SubtractInt: truncated(subtract),
};
