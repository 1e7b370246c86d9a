#!/usr/bin/env node
// The entrance of `kubectl_complete-dra`, which kubectl asks what can stand next behind `kubectl dra`.

process.argv.splice(2, 0, '__complete');
await import('./main.js');

export {};
