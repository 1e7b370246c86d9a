// The commands about rules, loaded together when one of them runs, since other commands need few rules.

export { rules } from './commands/rules.js';
export { validate } from './commands/validate.js';
