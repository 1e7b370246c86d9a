// Functions that only the macros which make maps call: no expression can, since the names are no identifiers. Source: cel-go
// ext/comprehensions.go. The loops of these macros do it themselves (fold.ts); the declarations serve the checker.

import { type Declaration, declareOnly, since } from './declaration.js';

export const MAPS: readonly Declaration[] = since(32, [
  declareOnly('@mapInsert_map_key_value', 'cel.@mapInsert(map(K, V), K, V) map(K, V)'),
  declareOnly('@mapInsert_map_map', 'cel.@mapInsert(map(K, V), map(K, V)) map(K, V)'),
]);
