// The modules of all commands, loaded together when a command runs.

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
export { withSchedulerConfig } from './input/scheduler-config.js';
