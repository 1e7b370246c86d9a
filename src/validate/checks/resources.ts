// Checks names and amounts of resources in containers, pods and quotas. Sources:
// pkg/apis/core/helper/helpers.go and pkg/apis/core/validation/validation.go of Kubernetes 1.37.1.

import { labelKeyProblems } from '../../core/base/name-rules.js';
import { parseQuantity, type Quantity, QuantityError } from '../../core/quantity/quantity.js';
import { invalid, NEGATIVE } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

const HUGE_PAGES = 'hugepages-';
const OF_CONTAINERS = ['cpu', 'memory', 'ephemeral-storage'];

/** The quota resources without a domain that count objects. */
const COUNTED = [
  ...['pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps', 'persistentvolumeclaims'],
  ...['services.nodeports', 'services.loadbalancers'],
];
const OF_QUOTAS = [
  ...COUNTED,
  ...OF_CONTAINERS,
  'requests.storage',
  ...OF_CONTAINERS.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
];

const NANO_IN_MILLI = 1_000_000n;

/** Returns whether a resource is huge pages of some size. */
export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** Returns whether a resource is allowed at the pod level. */
export function isPodResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name);
}

/** Returns whether the request for a resource may be less than its limit. */
export function canBeOvercommitted(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** Returns whether a resource without a domain is allowed in a quota. */
export function isQuotaResource(name: string): boolean {
  return OF_QUOTAS.includes(name) || isHugePages(name) || name.startsWith(`requests.${HUGE_PAGES}`);
}

/** Reports a name that is not a valid resource of a container. */
export function checkContainerResource(amount: Field, context: RuleContext): void {
  const name = String(amount.step);
  if (!checkName(amount, name, context)) return;
  if (!name.includes('/')) {
    const isSupported = OF_CONTAINERS.includes(name) || isHugePages(name);
    if (!isSupported)
      context.report(amount, invalid(name, 'must be a standard resource for containers'), 'put the domain of the driver before it');
  } else if (!isNative(name) && !isExtended(name)) context.report(amount, invalid(name, "doesn't follow extended resource name standard"));
}

/** Reports a name that is not a valid pod-level resource. */
export function checkPodResource(amount: Field, context: RuleContext): void {
  const name = String(amount.step);
  if (!checkName(amount, name, context) || isPodResource(name)) return;
  context.report(amount, `Unsupported value: ${JSON.stringify(name)}: supported values: "cpu", "hugepages-", "memory"`);
}

/** Reports a name that is not a valid resource of a quota. */
export function checkQuotaResource(amount: Field, context: RuleContext): void {
  const name = String(amount.step);
  if (checkName(amount, name, context) && !name.includes('/') && !isQuotaResource(name)) {
    context.report(amount, invalid(name, 'must be a standard resource for quota'));
  }
}

/** Reports an amount that is negative, or fractional where only integers are allowed. */
export function checkAmount(amount: Field, context: RuleContext): void {
  const { quantity } = amount;
  const name = String(amount.step);
  if (quantity === undefined) return;
  if (quantity.sign() < 0) context.report(amount, invalid(amount.text, NEGATIVE));
  if ((COUNTED.includes(name) || isExtended(name)) && quantity.milliValue() % 1000n !== 0n) {
    context.report(amount, invalid(amount.text, 'must be an integer'), roundedUp(quantity));
  }
}

/** Reports an amount of huge pages that is not a multiple of their size. */
export function checkPages(amount: Field, context: RuleContext): void {
  const { quantity } = amount;
  const name = String(amount.step);
  if (quantity === undefined || !isHugePages(name)) return;
  const size = sizeOfPages(name);
  const fits =
    size !== undefined &&
    size.sign() > 0 &&
    size.milliValue() % 1000n === 0n &&
    size.value() !== 0n &&
    quantity.value() % size.value() === 0n;
  if (!fits) context.report(amount, invalid(amount.text, `is not positive integer multiple of ${name}`));
}

/** Returns an amount in thousandths, rounded up as in the API server. */
export function milliOf(quantity: Quantity): bigint {
  const { nano } = quantity;
  const milli = nano / NANO_IN_MILLI;
  return nano > milli * NANO_IN_MILLI ? milli + 1n : milli;
}

/** Reports a name that is not a label key. Returns true if it is one. */
function checkName(amount: Field, name: string, context: RuleContext): boolean {
  const problems = labelKeyProblems(name);
  for (const problem of problems) context.report(amount, invalid(name, problem));
  return problems.length === 0;
}

/** Returns whether Kubernetes itself defines a resource. */
function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith('requests.') && labelKeyProblems(`requests.${name}`).length === 0;
}

function sizeOfPages(name: string): Quantity | undefined {
  try {
    return parseQuantity(name.slice(HUGE_PAGES.length));
  } catch (error) {
    if (error instanceof QuantityError) return undefined;
    throw error;
  }
}

function roundedUp(quantity: Quantity): string | undefined {
  return quantity.sign() < 0 ? undefined : String((milliOf(quantity) + 999n) / 1000n);
}
