// The layout of passes, as the solver itself has it. One source for both sides.

export * from '../../../assembly/pass-layout.js';
