// Re-exports the layout of the solver's memory, so that both sides share one source.

export * from '../../../assembly/bounds-layout.js';
export * from '../../../assembly/layout.js';
