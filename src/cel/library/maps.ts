// Functions that only the macros which make maps call: no expression can, since the names are no identifiers. Source: cel-go
// ext/comprehensions.go. The loops of these macros do it themselves (fold.ts); the declarations serve the checker.

import { NO_SUCH_OVERLOAD } from '../values/values.js';
import { CONSTANT, type Declaration, declare, since } from './declaration.js';

export const MAPS: readonly Declaration[] = since(32, [
  declare<[]>('@mapInsert_map_key_value', 'cel.@mapInsert(map(K, V), K, V) map(K, V)', CONSTANT, () => NO_SUCH_OVERLOAD),
  declare<[]>('@mapInsert_map_map', 'cel.@mapInsert(map(K, V), map(K, V)) map(K, V)', CONSTANT, () => NO_SUCH_OVERLOAD),
]);
