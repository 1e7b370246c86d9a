// Serves the playground on loopback: `npm run playground [-- --port N]`.

import { parseArgs } from 'node:util';
import { servePlayground } from './playground-server.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: '8137' } } });
const { address } = await servePlayground(Number(values.port));
console.log(`the playground is at ${address} (end it with Ctrl+C)`);
