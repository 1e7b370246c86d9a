// Defines kinds of budgets: counters and capacities with the same name.

/** Budgets of the same name can be added up. */
export interface BudgetKind {
  readonly name: string;
  readonly unit: bigint;
}
