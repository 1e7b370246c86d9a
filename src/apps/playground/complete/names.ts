// Collects the names in a text: classes, templates, nodes, requests, and attributes and capacities of devices with their values.

import { isJsonObject } from '../../../core/api/decoder.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { Json } from '../../../core/base/json.js';
import { readText } from '../../../core/read/read.js';
import { objectsIn } from '../../../validate/objects.js';
import { itemsAt, requestNamesOf, valueAt } from './object-at-cursor.js';

/** The most values of an attribute, and the most names. */
const MAX_VALUES = 50;
const MAX_NAMES = 2000;

/** The names of attributes or capacities by their domains. */
type ByDomain<T> = Map<string, Map<string, T>>;

/** An attribute over all devices: its values, and the names of their types in slices. */
export interface AttributeFacts {
  readonly values: Set<string>;
  readonly types: Set<string>;
}

/** The names of a text. */
export class Names {
  /** The names of objects by their kinds. */
  readonly objects = new Map<string, Set<string>>();
  readonly drivers = new Set<string>();
  readonly pools = new Set<string>();
  readonly devices = new Set<string>();
  readonly attributes: ByDomain<AttributeFacts> = new Map();
  readonly capacities: ByDomain<AttributeFacts> = new Map();
  /** Capacities as written in slices, with or without a domain. */
  readonly capacityKeys = new Set<string>();
  /** The counters of each counter set. */
  readonly counterSets = new Map<string, Set<string>>();
  /** The requests of claims and templates, by kind and name. */
  readonly #requests = new Map<string, readonly string[]>();
  readonly deviceTaints = new Set<string>();
  readonly nodeTaints = new Set<string>();
  readonly nodeLabels = new Set<string>();
  readonly extendedResources = new Set<string>();

  /** Returns the full names of attributes, for constraints. */
  get fullAttributes(): readonly string[] {
    return [...this.attributes].flatMap(([domain, names]) => [...names.keys()].map((name) => `${domain}/${name}`));
  }

  /** Returns the requests of a claim or a template of the text. */
  requestsOf(kind: string, name: string): readonly string[] {
    return this.#requests.get(`${kind} ${name}`) ?? [];
  }

  add(object: Json): void {
    if (!isJsonObject(object)) return;
    const { kind, spec } = object;
    if (typeof kind !== 'string') return;
    const name = valueAt(object, 'metadata', 'name');
    addTo(
      entryIn(this.objects, kind, () => new Set<string>()),
      name,
    );
    switch (kind) {
      case 'ResourceSlice':
        return this.#addSlice(spec);
      case 'ResourceClaim':
      case 'ResourceClaimTemplate':
        if (this.#requests.size < MAX_NAMES) this.#requests.set(`${kind} ${String(name)}`, requestNamesOf(object));
        return;
      case 'Node':
        for (const key of keysAt(object, 'metadata', 'labels')) addTo(this.nodeLabels, key);
        for (const { key } of itemsAt(spec, 'taints')) addTo(this.nodeTaints, key);
        return;
      case 'DeviceTaintRule':
        return addTo(this.deviceTaints, valueAt(spec, 'taint', 'key'));
      case 'DeviceClass':
        return addTo(this.extendedResources, valueAt(spec, 'extendedResourceName'));
    }
  }

  #addSlice(spec: Json | undefined): void {
    const driver = valueAt(spec, 'driver');
    if (typeof driver !== 'string') return;
    addTo(this.drivers, driver);
    addTo(this.pools, valueAt(spec, 'pool', 'name'));
    for (const { name, counters } of itemsAt(spec, 'sharedCounters')) {
      if (typeof name !== 'string' || this.counterSets.size >= MAX_NAMES) continue;
      const counterNames = entryIn(this.counterSets, name, () => new Set<string>());
      for (const counter of keysAt(counters)) addTo(counterNames, counter);
    }
    for (const device of itemsAt(spec, 'devices')) {
      addTo(this.devices, device['name']);
      // In v1beta1 they are one level deeper.
      const { basic } = device;
      const deviceContent = isJsonObject(basic) ? basic : device;
      addAll(this.attributes, deviceContent['attributes'], driver, attributeIn);
      addAll(this.capacities, deviceContent['capacity'], driver, capacityIn);
      for (const key of keysAt(deviceContent, 'capacity')) addTo(this.capacityKeys, key);
      for (const { key } of itemsAt(deviceContent, 'taints')) addTo(this.deviceTaints, key);
    }
  }
}

function addTo(nameSet: Set<string>, name: Json | undefined): void {
  if (typeof name === 'string' && nameSet.size < MAX_NAMES) nameSet.add(name);
}

function keysAt(value: Json | undefined, ...steps: readonly string[]): readonly string[] {
  const found = valueAt(value, ...steps);
  return isJsonObject(found) ? Object.keys(found) : [];
}

/** The values of one attribute or capacity, with the name of their type. */
interface Found {
  readonly type: string;
  readonly values: readonly Json[];
}

function addAll(
  factsByDomain: ByDomain<AttributeFacts>,
  fieldValue: Json | undefined,
  driver: string,
  read: (value: Json) => readonly Found[],
): void {
  if (!isJsonObject(fieldValue)) return;
  for (const [full, value] of Object.entries(fieldValue)) {
    const slash = full.indexOf('/');
    const [domain, name] = slash < 0 ? [driver, full] : [full.slice(0, slash), full.slice(slash + 1)];
    const names = entryIn(factsByDomain, domain, () => new Map<string, AttributeFacts>());
    if (!names.has(name) && names.size >= MAX_NAMES) continue;
    const { values, types } = entryIn(names, name, () => ({ values: new Set<string>(), types: new Set<string>() }));
    for (const found of read(value)) {
      types.add(found.type);
      for (const each of found.values) if (values.size < MAX_VALUES && typeof each !== 'object') values.add(String(each));
    }
  }
}

/** Returns the value or the list of values of an attribute, under the name of its type. */
function attributeIn(attributeJson: Json): readonly Found[] {
  if (!isJsonObject(attributeJson)) return [];
  return Object.entries(attributeJson).map(([type, value]) => ({
    type,
    values: Array.isArray(value) ? (value as readonly Json[]) : [value],
  }));
}

function capacityIn(capacityJson: Json): readonly Found[] {
  const value = isJsonObject(capacityJson) ? capacityJson['value'] : capacityJson;
  return [{ type: 'quantity', values: value === undefined ? [] : [value] }];
}

/** The documents of the last text, with their objects. An edit changes one of them. */
let lastDocuments: ReadonlyMap<string, readonly Json[]> = new Map<string, readonly Json[]>();

/** Returns the names of a text. Documents that cannot be read are left out, because the user may be editing one of them. */
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
