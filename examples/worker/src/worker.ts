// The service as a Worker. It has no threads, and its clock stands still while code runs, so the limits of steps and selector work end a question.

import { createApp } from 'dra-allocator-service/app';
import { Engine } from 'dra-allocator-service/engine';
import { DEFAULTS, type Settings } from 'dra-allocator-service/settings';

const settings: Settings = {
  ...DEFAULTS,
  inFlight: 32,
  bodyBytes: 256 * 1024,
  milliseconds: 10_000,
  steps: 500_000,
  selectorWork: 300_000,
};
const engine = new Engine({ limits: settings, givesWay: true });

export default createApp({ answer: (asked) => engine.answer(asked), isReady: () => true }, settings);
