// The causes by which requests lose devices. What each means, and what helps, is in loss-meanings.ts.

/** The codes in the order in which the allocator looks: what comes last is nearest to an allocation. */
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

/** The cause by which a request loses devices. Stable: programs may consider it. docs/reference/explanation-codes.md says what each means. */
export type LossCode = (typeof LOSS_CODES)[number];
