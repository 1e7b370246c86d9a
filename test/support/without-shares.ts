// Results in the form in which both sides are compared.

/** Results as plain JSON with exact integers. Share IDs are random: only their presence can be compared. */
export function withoutShares(results: unknown): unknown {
  if (typeof results === 'bigint') return Number.isSafeInteger(Number(results)) ? Number(results) : results;
  if (Array.isArray(results)) return results.map(withoutShares);
  if (typeof results !== 'object' || results === null) return results;
  const entries = Object.entries(results).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'shareID' ? 'some' : withoutShares(value)]));
}
