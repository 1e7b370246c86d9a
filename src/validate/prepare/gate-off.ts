// Finds fields that an API server silently drops from new objects because their feature gate is off.

import { GATES, stageInWords } from '../../core/features/gates.js';
import type { Report } from '../report.js';
import type { RuleInfo, ServerRelease } from '../rule.js';
import type { StructType } from '../schema/schema.js';
import { type Decoded, type DecodedStruct, isStruct } from '../tree/decoded.js';
import { Field } from '../tree/field.js';
import { type Transforms, transform } from '../tree/transform.js';
import { droppedBy } from './dropped.js';

/** Fields are found by comparing an object with the API server's version of it, not by checking their values. */
export const featureGateOff: RuleInfo = {
  id: 'feature-gate-off',
  severity: 'warning',
  says: 'Field whose feature gate is off: the API server drops it from new objects without an error',
  link: 'https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/',
};

/** Finds the fields that a server drops because of disabled gates. */
export class GateCheck {
  readonly #server: ServerRelease;
  readonly #dropped: Transforms;
  /** The fields that every server drops. */
  readonly #always: Transforms;
  readonly #byGate: readonly (readonly [gate: string, dropped: Transforms])[];

  constructor(server: ServerRelease) {
    this.#server = server;
    this.#dropped = droppedBy(server);
    this.#always = droppedBy({ minor: server.minor, gate: () => true });
    const off = GATES.map(({ name }) => name).filter((name) => !server.gate(name));
    this.#byGate = off.map((name) => [name, droppedBy({ minor: server.minor, gate: (other) => other !== name })]);
  }

  /** Reports, for each disabled gate, the first field that it removes from an object. */
  check(object: DecodedStruct, shape: StructType, report: Report): void {
    if (transform(object, shape, this.#dropped) === object) return;
    const objectWithGates = transform(object, shape, this.#always);
    for (const [gate, dropped] of this.#byGate) {
      const [first, ...others] = lostIn(Field.root(objectWithGates), transform(objectWithGates, shape, dropped));
      if (first === undefined) continue;
      const more = others.length === 0 ? '' : `, and ${others.length} more in this object`;
      report
        .of(featureGateOff)
        .report(
          first,
          `this needs ${gate}, ${stageInWords(gate, this.#server.minor)}: an API server without it silently drops the field${more}`,
          'turn it on in the cluster, or leave out the field',
        );
    }
  }
}

/** Returns the fields of a value that its transformed version lacks. */
function lostIn(before: Field, after: Decoded | undefined): readonly Field[] {
  if (before.value === after) return [];
  if (after === undefined) return [before];
  const { value } = before;
  if (isStruct(value) && isStruct(after)) return Object.keys(value).flatMap((name) => lostIn(before.child(name), after[name]));
  if (value instanceof Map && after instanceof Map)
    return before.entries.flatMap((entry) => lostIn(entry, after.get(String(entry.step)) as Decoded | undefined));
  if (Array.isArray(value) && Array.isArray(after) && value.length === after.length)
    return before.items.flatMap((item, index) => lostIn(item, after[index] as Decoded));
  return [before];
}
