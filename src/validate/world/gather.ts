// Builds the world one object at a time and stores only the data that rules over the whole input use.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Json } from '../../core/base/json.js';
import type { ServerRelease } from '../rule.js';
import type { Field } from '../tree/field.js';
import { type ClaimShape, classOf, type Holding, holdingsOf, shapeOf, type WorldClass } from './claims.js';
import { SliceReader, type WorldSlice } from './devices.js';
import { podSpecIn, usesOf } from './pod-claims.js';
import { keyOf, type WorldObject } from './subject.js';
import { type TaintRule, taintRuleOf } from './taints.js';
import { NAMED_KINDS, type NamedKind, World } from './world.js';

/** Gathers objects. If two objects have the same name, the later one is used. */
export class Gatherer {
  readonly #slices = new Map<string, WorldSlice>();
  readonly #classes = new Map<string, WorldClass>();
  readonly #claims = new Map<string, ClaimShape>();
  readonly #templates = new Map<string, ClaimShape>();
  readonly #holdings = new Map<string, readonly Holding[]>();
  readonly #taintRules = new Map<string, TaintRule>();
  readonly #sharedTemplates = new Set<string>();
  readonly #nodes = new Map<string, Json>();
  readonly #names = new Map<NamedKind, { byNamespace: Map<string, Set<string>>; namespaceOf: Map<string, string> }>();
  readonly #reader = new SliceReader();

  /** Adds the name of an object if rules query names of its kind, even if the object is invalid. */
  addName({ kind: anyKind, namespace, name, inputObject }: WorldObject): void {
    const kind = NAMED_KINDS.find((each) => each === anyKind);
    if (name === '' || kind === undefined) return;
    if (kind === 'Node') this.#nodes.set(name, inputObject.json);
    const names = entryIn(this.#names, kind, () => ({
      byNamespace: new Map<string, Set<string>>(),
      namespaceOf: new Map<string, string>(),
    }));
    entryIn(names.byNamespace, namespace, () => new Set<string>()).add(name);
    if (!names.namespaceOf.has(name)) names.namespaceOf.set(name, namespace);
  }

  /** Adds an object in v1 form. */
  add(root: Field, object: WorldObject): void {
    // Objects with generated names are distinct, even if their contents are equal.
    const key = object.name === '' ? `#${object.position}` : keyOf(object.namespace, object.name);
    switch (object.kind) {
      case 'ResourceSlice':
        this.#slices.set(key, this.#reader.read(root, object));
        break;
      case 'DeviceClass':
        this.#classes.set(object.name, classOf(root, object));
        break;
      case 'ResourceClaim':
        this.#claims.set(key, shapeOf(root.child('spec'), object));
        this.#holdings.set(key, holdingsOf(root, object));
        break;
      case 'ResourceClaimTemplate':
        this.#templates.set(key, shapeOf(root.child('spec', 'spec'), object));
        break;
      case 'DeviceTaintRule': {
        const rule = taintRuleOf(root);
        if (rule !== undefined) this.#taintRules.set(key, rule);
        break;
      }
      default:
        this.#addPods(root, object);
    }
  }

  /** Adds the templates whose claims several containers of a pod share. */
  #addPods(root: Field, { kind, namespace }: WorldObject): void {
    const spec = podSpecIn(root, kind);
    if (spec === undefined) return;
    const uses = usesOf(spec);
    for (const reference of spec.child('resourceClaims').items) {
      const template = reference.child('resourceClaimTemplateName').text;
      if (template !== '' && (uses.get(reference.child('name').text) ?? 0) > 1) this.#sharedTemplates.add(keyOf(namespace, template));
    }
  }

  /** Returns the world of the added objects. */
  world(server: ServerRelease, checkpoint: Checkpoint): World {
    const gathered = {
      slices: [...this.#slices.values()],
      classes: this.#classes,
      claims: this.#claims,
      templates: this.#templates,
      holdings: [...this.#holdings.values()].flat(),
      taintRules: [...this.#taintRules.values()],
      sharedTemplates: this.#sharedTemplates,
      nodes: this.#nodes,
      names: this.#names,
    };
    return new World(gathered, server, checkpoint);
  }
}
