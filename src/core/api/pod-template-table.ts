// The table of kinds that make pods: where their pod templates are, how many pods each makes and what these are called. Kinds of custom resources
// that a user adds have the same format as those that are built in.

import { describe } from '../base/describe.js';
import type { Json } from '../base/json.js';
import { shorten } from '../base/words.js';
import { DecodeContext } from './context.js';
import { bool, count32, type DecodedBy, type Decoder, list, map, object, optional, string, transform } from './decoder.js';
import { type ObjectPath, parseObjectPath, sharesItems, wildcardsOf } from './object-path.js';
import { BUILT_IN_POD_TEMPLATES } from './pod-template-kinds.js';

const path: Decoder<ObjectPath> = transform(string, (text, context) => {
  const meant = 'such as spec.template, spec.groups[*].template, spec.specs.* or metadata.annotations["example.com/size"]';
  return parseObjectPath(text) ?? context.fail(`expected a path ${meant}, found ${describe(text)}`);
});

/** Reads what may stand alone as a list of one. */
function listOrOne<T>(item: Decoder<T>): Decoder<readonly T[]> {
  const several = list(item);
  return {
    absent: { value: [] },
    decode(value, context) {
      if (value === undefined || value === null || Array.isArray(value)) return several.decode(value, context);
      return [item.decode(value, context)];
    },
  };
}

const bound: Decoder<ObjectPath | number> = {
  decode: (value, context) => (typeof value === 'string' ? path.decode(value, context) : count32.decode(value, context)),
};

const factorFields = object({
  path: optional(path),
  /** The number where the object has none. */
  default: optional(count32),
  /** Bounds, themselves paths or numbers. The lower one wins. */
  atLeast: optional(bound),
  atMost: optional(bound),
  /** Indices begin here, and those below are not made: of `size: 4` from 1 these are 1, 2 and 3. */
  from: optional(count32),
  /** A path to the number at which the indices in names begin; as many as without it are made. */
  start: optional(path),
});

/** A number in an object: pods are as many as the product of such numbers. */
export interface Factor extends DecodedBy<typeof factorFields> {}

const factor: Decoder<Factor> = {
  decode(value, context) {
    if (typeof value === 'string') return { path: path.decode(value, context) };
    if (typeof value === 'number') return { default: count32.decode(value, context) };
    return factorFields.decode(value, context);
  },
};

const stop = object({
  path,
  /** The values that mean it; none: any. */
  is: listOrOne<Json>({ decode: (value) => value ?? null }),
});

/** A value that keeps an object from making pods. */
export interface Stop extends DecodedBy<typeof stop> {}

const remark = object({
  /** Only for objects that have a value here. */
  when: optional(path),
  /** Only for objects that have none here. */
  unless: optional(path),
  /** Returns what is unknown of the pods. `{path}` stands for the value at a path. */
  text: string,
});

const podRow = object({
  /** The paths of the pod template; the first one that an object has counts. */
  template: listOrOne(path),
  /** For templates of another shape: the fields below the template that have containers, or lists of them. */
  containers: list(path),
  /** Fields of a pod's spec that templates of another shape have from elsewhere in the object. */
  inherits: map(path),
  /** The name of this set of pods; by default the key of a map, or the `name` of an item of a list. */
  set: optional(string),
  /** The field of an item that names its set of pods, instead of `name`. */
  setField: optional(string),
  count: listOrOne(factor),
  /** The number of pods that run to their end, one after the other and `count` side by side. */
  completions: listOrOne(factor),
  /** The number of pods that ran to their end already. */
  succeeded: optional(path),
  /** The paths of texts with the indices of pods that are not made any more, such as `0,2-4`. */
  settled: list(path),
  /** The name of pods: `{name}` of the owner, `{set}`, `{0}`, `{1}` ... the index for each number of `count`, `{index}` of all. */
  names: optional(string),
  /** The labels that tell the pods of this set from others of the object. `{set}` is its name. */
  labels: map(string),
  stopped: list(stop),
});

/** A set of pods that objects of a kind make, alike but for their names. */
export interface PodRow extends DecodedBy<typeof podRow> {}

const kindFields = object({
  /** The API group of the kind; the versions of it do not matter. */
  group: string,
  kind: string,
  /** The label by which pods name their owner, for owners in between that the input does not have. */
  label: string,
  /** The conditions of its status that end it. */
  done: list(string),
  /** An object with one of these values makes no pods. */
  stopped: list(stop),
  /** Each pod goes to a node of its own, one for each node. */
  perNode: bool,
  /** The object makes no pods itself, it tells of those of its owner. */
  describesOwner: bool,
  /** The path of the metadata of the objects that it makes, which make the pods, such as the Jobs of a CronJob. */
  made: optional(path),
  remarks: list(remark),
  pods: list(podRow),
});

/** A kind that makes pods. */
export interface PodTemplateKind extends DecodedBy<typeof kindFields> {
  /** Built into Kubernetes: mistakes in its objects are errors. */
  readonly isBuiltIn: boolean;
}

const podTemplateKind: Decoder<DecodedBy<typeof kindFields>> = transform(kindFields, (row, context) => {
  if (row.kind === '') context.within('kind', () => context.fail('a row needs the kind of the objects'));
  row.pods.forEach((pods, index) => {
    context.within('pods', () => context.within(index, () => checkPaths(pods, context)));
  });
  return row;
});

/** Every path of a row must speak of the items that its template is in. */
function checkPaths({ template, names, count, completions, succeeded, settled, stopped }: PodRow, context: DecodeContext): void {
  const [first] = template;
  if (first === undefined) context.within('template', () => context.fail('a row needs the path of the pod template'));
  const check = (field: string, other: ObjectPath | number | undefined): void => {
    if (typeof other !== 'object' || (wildcardsOf(other) <= wildcardsOf(first as ObjectPath) && sharesItems(other, first as ObjectPath)))
      return;
    context.within(field, () => context.fail('a path with * must be the same as the one of the template up to the last *'));
  };
  for (const other of template.slice(1)) check('template', other);
  for (const [field, factors] of [['count', count] as const, ['completions', completions] as const])
    for (const each of factors) for (const other of [each.path, each.atLeast, each.atMost, each.start]) check(field, other);
  check('succeeded', succeeded);
  for (const each of settled) check('settled', each);
  for (const [whole, index] of (names ?? '').matchAll(/\{(\d+)\}/g)) {
    if (Number(index) >= count.length)
      context.within('names', () => context.fail(`${whole} stands for no index: \`count\` has ${count.length} numbers`));
  }
  for (const each of stopped) check('stopped', each.path);
}

/** Finds the kinds that make pods by group and kind. */
export class PodTemplateTable {
  readonly #kinds = new Map<string, PodTemplateKind>();

  /** Later kinds replace earlier ones of the same group and name. */
  constructor(kinds: Iterable<PodTemplateKind>) {
    for (const each of kinds) this.#kinds.set(keyOf(each.group, each.kind), each);
  }

  /** The row of a kind; undefined: it is not known to make pods. */
  find(group: string, kind: string): PodTemplateKind | undefined {
    return this.#kinds.get(keyOf(group, kind));
  }

  /** All kinds, those that are built in first. */
  kinds(): Iterable<PodTemplateKind> {
    return this.#kinds.values();
  }

  /** This table with the kinds of others, which win. */
  with(kinds: readonly PodTemplateKind[]): PodTemplateTable {
    return kinds.length === 0 ? this : new PodTemplateTable([...this.#kinds.values(), ...kinds]);
  }
}

function keyOf(group: string, kind: string): string {
  return `${group}/${kind}`;
}

/** The most kinds that a user can add. */
const MOST_KINDS = 10_000;

/**
 * Reads kinds that a user adds: a list of rows. Throws AllocationError, with the path of what is wrong; see `placeOfError` for where. Kinds of
 * Kubernetes itself cannot be changed.
 */
export function decodePodTemplateKinds(value: Json, context: DecodeContext): readonly PodTemplateKind[] {
  if (Array.isArray(value) && value.length > MOST_KINDS)
    context.fail(`expected at most ${MOST_KINDS} kinds, found ${value.length}`, 'input-too-large');
  const rows = list(podTemplateKind);
  context.startObject(rows, 'v1');
  return rows.decode(value, context).map((row, index) => {
    if (builtInPodTemplates().find(row.group, row.kind)?.isBuiltIn !== true) return { ...row, isBuiltIn: false };
    return context.within(index, () =>
      context.within('kind', () => context.fail(`${shorten(row.kind, 80)} is a kind of Kubernetes, which makes its pods as it does`)),
    );
  });
}

let builtIn: PodTemplateTable | undefined;

/** The kinds that are known: those of Kubernetes, and custom resources that many have. */
export function builtInPodTemplates(): PodTemplateTable {
  if (builtIn !== undefined) return builtIn;
  const rows = list(podTemplateKind).decode(BUILT_IN_POD_TEMPLATES, new DecodeContext());
  builtIn = new PodTemplateTable(rows.map((row) => ({ ...row, isBuiltIn: OWN_GROUPS.has(row.group) })));
  return builtIn;
}

/** The groups that every API server has. */
const OWN_GROUPS: ReadonlySet<string> = new Set(['', 'apps', 'batch']);
