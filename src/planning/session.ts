// The parts of one run of a simulation.

import type { Answers } from './answers.js';
import type { Clock } from './clock.js';
import type { Plan } from './input.js';
import type { World } from './world.js';

export interface Session {
  readonly plan: Plan;
  readonly world: World;
  readonly answers: Answers;
  readonly clock: Clock;
}
