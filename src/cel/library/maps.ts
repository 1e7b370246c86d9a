// Declares functions that only the map macros call. Expressions cannot call them, because the names are not identifiers. The
// loops of these macros insert entries themselves (fold.ts). The declarations are only for the checker. Source: cel-go
// ext/comprehensions.go.

import { type Declaration, declareOnly, since } from './declaration.js';

export const MAPS: readonly Declaration[] = since(32, [
  declareOnly('@mapInsert_map_key_value', 'cel.@mapInsert(map(K, V), K, V) map(K, V)'),
  declareOnly('@mapInsert_map_map', 'cel.@mapInsert(map(K, V), map(K, V)) map(K, V)'),
]);
