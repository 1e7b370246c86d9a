// The fields that gates of our own let in, in the form of types.generated.ts: no release has them.

/** Fields of a struct of resource.k8s.io, whatever its version, that are known with a gate. */
interface OwnFields {
  readonly gate: string;
  readonly struct: string;
  readonly fields: string;
}

export const OWN_FIELDS: readonly OwnFields[] = [
  {
    gate: 'XAttributeSemantics',
    struct: 'DeviceConstraint',
    fields: 'matchSemantics *AttributeSemantics|distinctSemantics *AttributeSemantics|semantics *AttributeSemantics',
  },
  { gate: 'XFirstOfDevices', struct: 'ResourceClaimSpec', fields: 'firstOfDevices []DeviceClaim' },
  { gate: 'XFirstOfDevices', struct: 'AllocationResult', fields: 'firstOfDevicesIndex *int32' },
];

/** Structs that such fields have. */
export const OWN_STRUCTS: ReadonlyMap<string, string> = new Map([
  ['AttributeSemantics', 'mode string|options *AttributeSemanticsOptions'],
  [
    'AttributeSemanticsOptions',
    'identical *ListEquality|nonEmptyIntersection *CommonValues|allDistinct *ListEquality|emptyIntersection *ScalarCoercion|pairwiseDisjoint *ScalarCoercion',
  ],
  ['ScalarCoercion', 'coerceScalarToList bool'],
  ['ListEquality', 'coerceScalarToList bool|listMode *string'],
  ['CommonValues', 'coerceScalarToList bool|minSize *int64'],
]);

/** The gate that knows a field of a struct; undefined: none does. */
export function ownGateOf(struct: string, field: string): string | undefined {
  return OWN_FIELDS.find((own) => own.struct === struct && own.fields.split('|').some((text) => text.startsWith(`${field} `)))?.gate;
}

/** Fields that the documents of a feature drew and no release serves, with what is served in their place. */
const DRAWN_FIELDS: ReadonlyMap<string, string> = new Map([
  ['DeviceAttribute.list', 'only a draft of KEP-5491 has it; Kubernetes serves strings, ints, bools and versions, as in {strings: [a, b]}'],
]);

/** Says what is served in the place of a field that was only drawn; undefined if there is no such draft. */
export function servedInstead(struct: string, field: string): string | undefined {
  return DRAWN_FIELDS.get(`${struct}.${field}`);
}
