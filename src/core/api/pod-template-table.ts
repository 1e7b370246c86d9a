// The table of kinds that make pods: the paths of their pod templates, and the number and names of their pods. User-defined kinds of custom
// resources use the format of built-in kinds.

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

/** Makes a decoder of lists that reads a single value as a list of one. */
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
  /** The number to use if the object has none. */
  default: optional(count32),
  /** Bounds, as paths or numbers. The lower one wins. */
  atLeast: optional(bound),
  atMost: optional(bound),
  /** Pods start at this index: `size: 4` from 1 makes 1, 2 and 3. */
  from: optional(count32),
  /** The path of the first index in names. The first index does not change the number of pods. */
  start: optional(path),
});

/** A number in an object. The number of pods is the product of its factors. */
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
  /** The values that stop the object. If empty, any value stops it. */
  is: listOrOne<Json>({ decode: (value) => value ?? null }),
});

/** A value that prevents an object from making pods. */
export interface Stop extends DecodedBy<typeof stop> {}

const remark = object({
  /** Only for objects with a value at this path. */
  when: optional(path),
  /** Only for objects without a value at this path. */
  unless: optional(path),
  /** The remark. `{path}` stands for the value at a path. */
  text: string,
});

const podRow = object({
  /** The paths of the pod template. The first path that exists applies. */
  template: listOrOne(path),
  /** For templates of another shape: the fields of the template with a container or a list of containers. */
  containers: list(path),
  /** For templates of another shape: fields of the pod's spec, with their paths in the object. */
  inherits: map(path),
  /** The name of this set of pods. By default the key in a map, or the `name` of a list item. */
  set: optional(string),
  /** The field of a list item that names its set of pods, instead of `name`. */
  setField: optional(string),
  count: listOrOne(factor),
  /** The number of pods that run to completion; `count` of them run in parallel. */
  completions: listOrOne(factor),
  /** The path of the number of completed pods. */
  succeeded: optional(path),
  /** The paths of texts with the indices of pods that are no longer made, such as `0,2-4`. */
  settled: list(path),
  /**
   * The name of pods. `{name}` is the name of the owner, and `{set}` the name of the set. `{0}`, `{1}` ... are the index for
   * each number of `count`, and `{index}` numbers all pods.
   */
  names: optional(string),
  /**
   * The labels that distinguish the pods of this set from others of the object. `{set}` is the name of the set, and `{name}`
   * the name of the object.
   */
  labels: map(string),
  /**
   * The path of a list of claim templates. For each template, each pod has a claim `TEMPLATE-POD`. If the claim does not exist,
   * it is made.
   */
  volumeClaims: optional(path),
  /** The path of the policy that deletes these claims, with `whenScaled` and `whenDeleted` as in a StatefulSet. */
  volumeClaimRetention: optional(path),
  stopped: list(stop),
});

/** A set of pods of a kind, equal except for their names. */
export interface PodRow extends DecodedBy<typeof podRow> {}

const kindFields = object({
  /** The API group of the kind, for all its versions. */
  group: string,
  kind: string,
  /** The label by which pods name the object, for intermediate owners that the input lacks. */
  label: string,
  /** The kind of the objects between it and its pods, as `apps/v1 ReplicaSet`. By default, the object controls its pods directly. */
  madeBy: optional(string),
  /** The path of the label selector of the controller of its pods. */
  selector: optional(path),
  /** The status conditions after which the object makes no more pods. */
  done: list(string),
  /** The values that prevent an object from making pods. */
  stopped: list(stop),
  /** True if each pod has a separate node, with one pod on each node. */
  perNode: bool,
  /** The object makes no pods but describes the pods of its owner. */
  describesOwner: bool,
  /** The path of the metadata of intermediate objects, which make the pods. An example are the Jobs of a CronJob. */
  made: optional(path),
  remarks: list(remark),
  pods: list(podRow),
});

/** A kind that makes pods. */
export interface PodTemplateKind extends DecodedBy<typeof kindFields> {
  /** True if the kind is built into Kubernetes: errors in its objects are errors, not warnings. */
  readonly isBuiltIn: boolean;
}

const podTemplateKind: Decoder<DecodedBy<typeof kindFields>> = transform(kindFields, (row, context) => {
  if (row.kind === '') context.within('kind', () => context.fail('a row needs the kind of its objects'));
  row.pods.forEach((pods, index) => {
    context.within('pods', () => context.within(index, () => checkPaths(pods, context)));
  });
  return row;
});

/** Checks that every path of a row refers to the items of its template. */
function checkPaths({ template, names, count, completions, succeeded, settled, stopped, ...claims }: PodRow, context: DecodeContext): void {
  const [first] = template;
  if (first === undefined) context.within('template', () => context.fail('a row needs the path of the pod template'));
  const check = (field: string, other: ObjectPath | number | undefined): void => {
    if (typeof other !== 'object' || (wildcardsOf(other) <= wildcardsOf(first as ObjectPath) && sharesItems(other, first as ObjectPath)))
      return;
    context.within(field, () => context.fail('a path with * must equal the path of the template up to the last *'));
  };
  for (const other of template.slice(1)) check('template', other);
  for (const [field, factors] of [['count', count] as const, ['completions', completions] as const])
    for (const each of factors) for (const other of [each.path, each.atLeast, each.atMost, each.start]) check(field, other);
  check('succeeded', succeeded);
  check('volumeClaims', claims.volumeClaims);
  check('volumeClaimRetention', claims.volumeClaimRetention);
  for (const each of settled) check('settled', each);
  for (const [whole, index] of (names ?? '').matchAll(/\{(\d+)\}/g)) {
    if (Number(index) >= count.length)
      context.within('names', () => context.fail(`${whole} has no index: \`count\` has ${count.length} numbers`));
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

  /** Returns the row of a kind; undefined for an unlisted kind. */
  find(group: string, kind: string): PodTemplateKind | undefined {
    return this.#kinds.get(keyOf(group, kind));
  }

  /** Returns all kinds, the built-in ones first. */
  kinds(): Iterable<PodTemplateKind> {
    return this.#kinds.values();
  }

  /** Returns this table with additional kinds, which replace existing ones. */
  with(kinds: readonly PodTemplateKind[]): PodTemplateTable {
    return kinds.length === 0 ? this : new PodTemplateTable([...this.#kinds.values(), ...kinds]);
  }
}

function keyOf(group: string, kind: string): string {
  return `${group}/${kind}`;
}

/** The most user-defined kinds. */
const MOST_KINDS = 10_000;

/**
 * Decodes user-defined kinds: a list of rows. Throws AllocationError with the path of the error; `placeOfError` has its place. Kinds of
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
      context.within('kind', () =>
        context.fail(`${shorten(row.kind, 80)} is a built-in kind of Kubernetes, whose pod templates cannot be changed`),
      ),
    );
  });
}

let builtIn: PodTemplateTable | undefined;

/** Returns the built-in kinds: kinds of Kubernetes, and common custom resources. */
export function builtInPodTemplates(): PodTemplateTable {
  if (builtIn !== undefined) return builtIn;
  const rows = list(podTemplateKind).decode(BUILT_IN_POD_TEMPLATES, new DecodeContext());
  builtIn = new PodTemplateTable(rows.map((row) => ({ ...row, isBuiltIn: OWN_GROUPS.has(row.group) })));
  return builtIn;
}

/** The groups that every API server has. */
const OWN_GROUPS: ReadonlySet<string> = new Set(['', 'apps', 'batch']);
