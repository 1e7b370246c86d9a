// The codes of the causes by which requests lose devices; loss-meanings.ts has the meaning and remedy of each.

/** The codes in the order of the allocator's checks: a later code is closer to an allocation. */
export const LOSS_CODES = [
  'other-node',
  'gate-off',
  'obsolete-pool',
  'incomplete-pool',
  'invalid-pool',
  'no-device-slice',
  'other-kind',
  'class-selector',
  'request-selector',
  'selector-error',
  'selector-limit',
  'node-selection-error',
  'no-capacity',
  'capacity-policy',
  'capacity-too-small',
  'capacity-error',
  'node-operations',
  'tainted',
  'no-attribute',
  'taken',
  'shares',
  'compatibility-groups',
  'counters',
] as const;

/** The code of a cause by which a request loses devices. Stable: programs may depend on it. docs/reference/explanation-codes.md has the meanings. */
export type LossCode = (typeof LOSS_CODES)[number];
