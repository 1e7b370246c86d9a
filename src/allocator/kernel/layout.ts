// The layout of the solver's memory, as the solver itself has it. One source for both sides.

export * from '../../../assembly/bounds-layout.js';
export * from '../../../assembly/layout.js';
