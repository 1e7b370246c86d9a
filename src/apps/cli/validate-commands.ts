// The commands about rules, to be loaded as one when there is one of them to run: the others do without most rules.

export { rules } from './commands/rules.js';
export { validate } from './commands/validate.js';
