#!/usr/bin/env node
// The entrance of the program `dra-allocator`, which is also `kubectl-dra`.

import * as modules from 'node:module';

// Node 22.1 and later keep what they compiled for the next time, which takes half of a start. It counts for what is loaded from now on.
(modules as { enableCompileCache?: () => unknown }).enableCompileCache?.();
await import('./process.js');
