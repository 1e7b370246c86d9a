// The names that a text has: of classes, templates, nodes, and the attributes and capacities of devices with their values.

import { isJsonObject } from '../../api/decoder.js';
import { entryIn } from '../../base/entry-in.js';
import type { Json, JsonObject } from '../../base/json.js';
import { readText } from '../../read/read.js';
import { objectsIn } from '../../validate/objects.js';

/** More values of an attribute, and more names, are of no help. */
const MAX_VALUES = 50;
const MAX_NAMES = 2000;

/** The names of a text. */
export class Names {
  /** The names of objects by their kinds. */
  readonly objects = new Map<string, Set<string>>();
  readonly drivers = new Set<string>();
  readonly pools = new Set<string>();
  /** Attributes and capacities by domain and name, with the values that devices have. */
  readonly attributes = new Map<string, Map<string, Set<string>>>();
  readonly capacities = new Map<string, Map<string, Set<string>>>();

  /** The full names of attributes, as constraints have them. */
  get fullAttributes(): readonly string[] {
    return [...this.attributes].flatMap(([domain, names]) => [...names.keys()].map((name) => `${domain}/${name}`));
  }

  add(object: Json): void {
    if (!isJsonObject(object)) return;
    const { kind, metadata, spec } = object;
    if (typeof kind !== 'string') return;
    const name = isJsonObject(metadata ?? null) ? (metadata as JsonObject)['name'] : undefined;
    const known = entryIn(this.objects, kind, () => new Set<string>());
    if (typeof name === 'string' && known.size < MAX_NAMES) known.add(name);
    if (kind === 'ResourceSlice' && isJsonObject(spec ?? null)) this.#addSlice(spec as JsonObject);
  }

  #addSlice({ driver, pool, devices }: JsonObject): void {
    if (typeof driver !== 'string') return;
    this.drivers.add(driver);
    const poolName = isJsonObject(pool ?? null) ? (pool as JsonObject)['name'] : undefined;
    if (typeof poolName === 'string' && this.pools.size < MAX_NAMES) this.pools.add(poolName);
    for (const device of Array.isArray(devices) ? (devices as readonly Json[]) : []) {
      if (!isJsonObject(device)) continue;
      // v1beta1 has them one level deeper.
      const own = isJsonObject(device['basic'] ?? null) ? (device['basic'] as JsonObject) : device;
      addAll(this.attributes, own['attributes'], driver);
      addAll(this.capacities, own['capacity'], driver);
    }
  }
}

function addAll(known: Map<string, Map<string, Set<string>>>, given: Json | undefined, driver: string): void {
  if (!isJsonObject(given ?? null)) return;
  for (const [full, value] of Object.entries(given as JsonObject)) {
    const slash = full.indexOf('/');
    const [domain, name] = slash < 0 ? [driver, full] : [full.slice(0, slash), full.slice(slash + 1)];
    const names = entryIn(known, domain, () => new Map<string, Set<string>>());
    if (!names.has(name) && names.size >= MAX_NAMES) continue;
    const values = entryIn(names, name, () => new Set<string>());
    for (const each of valuesOf(value)) if (values.size < MAX_VALUES) values.add(each);
  }
}

/** The values of an attribute, which has one or a list of them under the name of its type. */
function valuesOf(given: Json): readonly string[] {
  const all = isJsonObject(given) ? Object.values(given).flatMap((each) => each as Json | readonly Json[]) : [];
  return all.filter((each) => typeof each !== 'object').map(String);
}

/** The documents of the last text, each with its objects: while somebody types, one of them changes. */
let lastDocuments: ReadonlyMap<string, readonly Json[]> = new Map<string, readonly Json[]>();

/** Collects the names of a text. Documents that cannot be read are left out: one of them is being written. */
export function namesIn(text: string): Names {
  const documents = new Map<string, readonly Json[]>();
  const names = new Names();
  for (const document of text.split(/^---(?:[ \t].*)?$/m)) {
    const objects = documents.get(document) ?? lastDocuments.get(document) ?? objectsOf(document);
    documents.set(document, objects);
    for (const object of objects) names.add(object);
  }
  lastDocuments = documents;
  return names;
}

function objectsOf(document: string): readonly Json[] {
  try {
    const values = readText(document, 'input').documents.map(({ value }) => value);
    return Array.from(objectsIn(values), ({ json }) => json);
  } catch {
    return [];
  }
}
