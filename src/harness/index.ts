/**
 * The public module `dra-allocator/bench`: scenarios as data, a runner that measures any allocator with them and judges its answers, and
 * test cases of Kubernetes' scheduler_perf as scenarios. Runs wherever JavaScript does.
 * @module dra-allocator/bench
 */

export { AllocationError } from '../core/base/errors.js';
export { ReadError } from '../core/read/read.js';
export { ourAllocator } from './our-allocator.js';
export { type BenchOptions, type BenchReport, type BenchResult, runBench, type WrongAnswer } from './runner.js';
export type {
  AllocateAnswer,
  ApplyStep,
  BenchAllocator,
  BenchSession,
  BenchSetup,
  FilterAnswer,
  QuestionStep,
  Scenario,
  ScenarioStep,
} from './scenario.js';
export { builtInScenarios, type NamedScenario } from './scenarios.js';
export {
  readSchedulerPerf,
  type SchedulerPerfOptions,
  type SchedulerPerfScenario,
  type SchedulerPerfWorkload,
  schedulerPerfScenario,
} from './scheduler-perf.js';
export type { Spread } from './spread.js';
