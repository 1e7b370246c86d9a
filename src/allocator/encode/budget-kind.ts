// Kinds of budgets: counters and capacities of one name.

/** Budgets of one name can be added up. */
export interface BudgetKind {
  readonly name: string;
  readonly unit: bigint;
}
