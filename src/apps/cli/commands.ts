// All that commands need, to be loaded as one when there is a command to run.

export { createAllocator } from '../../index.js';
export { allocate } from './commands/allocate.js';
export { cel } from './commands/cel.js';
export { diff } from './commands/diff.js';
export { explain } from './commands/explain.js';
export { fit } from './commands/fit.js';
export { inventory } from './commands/inventory.js';
export { merge } from './commands/merge.js';
export { nodes } from './commands/nodes.js';
export { simulate } from './commands/simulate.js';
