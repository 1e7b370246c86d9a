// Lists the fields that gates of this project add, in the form of types.generated.ts. No Kubernetes release has them.

/** Fields that a gate adds to a struct of resource.k8s.io, in all versions. */
interface LibraryFields {
  readonly gate: string;
  readonly struct: string;
  readonly fields: string;
}

export const LIBRARY_FIELDS: readonly LibraryFields[] = [
  {
    gate: 'XAttributeSemantics',
    struct: 'DeviceConstraint',
    fields: 'matchSemantics *AttributeSemantics|distinctSemantics *AttributeSemantics|semantics *AttributeSemantics',
  },
  { gate: 'XFirstOfDevices', struct: 'ResourceClaimSpec', fields: 'firstOfDevices []DeviceClaim' },
  { gate: 'XFirstOfDevices', struct: 'AllocationResult', fields: 'firstOfDevicesIndex *int32' },
];

/** The structs that these fields use. */
export const LIBRARY_STRUCTS: ReadonlyMap<string, string> = new Map([
  ['AttributeSemantics', 'mode string|options *AttributeSemanticsOptions'],
  [
    'AttributeSemanticsOptions',
    'identical *ListEquality|nonEmptyIntersection *CommonValues|allDistinct *ListEquality|emptyIntersection *ScalarCoercion|pairwiseDisjoint *ScalarCoercion',
  ],
  ['ScalarCoercion', 'coerceScalarToList bool'],
  ['ListEquality', 'coerceScalarToList bool|listMode *string'],
  ['CommonValues', 'coerceScalarToList bool|minSize *int64'],
]);

/** Returns the gate that adds a field to a struct; undefined if none exists. */
export function libraryGateOf(struct: string, field: string): string | undefined {
  return LIBRARY_FIELDS.find(
    (structFields) => structFields.struct === struct && structFields.fields.split('|').some((text) => text.startsWith(`${field} `)),
  )?.gate;
}

/** Fields that appear in design documents but in no release, with the fields that releases serve instead. */
const DRAWN_FIELDS: ReadonlyMap<string, string> = new Map([
  [
    'DeviceAttribute.list',
    'list exists only in a draft of KEP-5491; Kubernetes uses strings, ints, bools and versions, as in {strings: [a, b]}',
  ],
]);

/** Returns a note on the fields that replace a drafted field; undefined if the field is in no draft. */
export function servedInstead(struct: string, field: string): string | undefined {
  return DRAWN_FIELDS.get(`${struct}.${field}`);
}
