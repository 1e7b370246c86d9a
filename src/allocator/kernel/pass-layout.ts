// Re-exports the layout of passes, so that both sides share one source.

export * from '../../../assembly/pass-layout.js';
