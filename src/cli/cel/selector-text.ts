// Selectors in explanations: `request selector #0` says nothing to those who do not have the claim before their eyes.

import type { DeviceClass } from '../../api/device-class.js';
import { objectName } from '../../api/meta.js';
import type { DeviceSelection, DeviceSelector, ResourceClaim } from '../../api/resource-claim.js';

/** This many characters of an expression tell which one it is. */
const MAX_EXPRESSION = 60;

/** Gives words about a selector its expression. */
export type SelectorText = (claim: string, request: string, what: string) => string;

/** For selectors of these claims and classes. Words about anything else stay as they are. */
export function selectorText(claims: readonly ResourceClaim[], deviceClasses: readonly DeviceClass[]): SelectorText {
  return (claim, request, what) => {
    const match = /^(?:class (?<className>\S+), |request )selector #(?<index>\d+)/.exec(what);
    if (match === null) return what;
    const { className, index } = match.groups ?? {};
    const selectors: readonly DeviceSelector[] | undefined =
      className === undefined
        ? selectionOf(claims, claim, request)?.selectors
        : deviceClasses.find(({ metadata }) => metadata.name === className)?.spec.selectors;
    const expression = selectors?.[Number(index)]?.cel?.expression;
    if (expression === undefined) return what;
    return `${match[0]} \`${shortened(expression)}\`${what.slice(match[0].length)}`;
  };
}

function selectionOf(claims: readonly ResourceClaim[], claim: string, request: string): DeviceSelection | undefined {
  const requests = claims.find(({ metadata }) => objectName(metadata) === claim)?.spec.devices.requests;
  const [name, subrequest] = request.split('/', 2);
  const found = requests?.find((each) => each.name === name);
  return subrequest === undefined ? found?.exactly : found?.firstAvailable.find((each) => each.name === subrequest);
}

function shortened(expression: string): string {
  // Text that is cut off anyway need not be looked at.
  const line = expression
    .slice(0, 4 * MAX_EXPRESSION)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= MAX_EXPRESSION && expression.length <= 4 * MAX_EXPRESSION ? line : `${line.slice(0, MAX_EXPRESSION - 3)}...`;
}
