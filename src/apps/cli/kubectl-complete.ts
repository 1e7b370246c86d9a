#!/usr/bin/env node
// The entry point of `kubectl_complete-dra`, which kubectl calls for completions after `kubectl dra`.

process.argv.splice(2, 0, '__complete');
await import('./main.js');

export {};
