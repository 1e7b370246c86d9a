// Finds the object and field at fault when the library rejects claims, and suggests a correction.

import { devicesNamedIn } from '../../../allocator/encode/slot-plan.js';
import { isEmpty } from '../../../core/api/constraint-semantics.js';
import type { DeviceClass } from '../../../core/api/device-class.js';
import type { DeviceRequest, DeviceSelection, ResourceClaim } from '../../../core/api/resource-claim.js';
import type { AllocationError, AllocationErrorCode } from '../../../core/base/errors.js';
import type { PathStep } from '../../../core/base/json.js';
import { templateOf } from '../../../scheduler/pods/template.js';
import { didYouMean } from '../arguments.js';

/** The object and the field at fault. */
export interface Fault {
  /** The claim, its template, or a class. */
  readonly object: object;
  /** The paths of the field in different versions. The first path that exists applies. */
  readonly paths: readonly (readonly PathStep[])[];
  /** The end of the message. */
  readonly hint: string;
}

/** The field of a request for each error. */
const FIELDS: Partial<Record<AllocationErrorCode, string>> = {
  'missing-device-class': 'deviceClassName',
  'unknown-device-class': 'deviceClassName',
  'unsupported-allocation-mode': 'allocationMode',
  'pool-incomplete': 'allocationMode',
  'pool-invalid': 'allocationMode',
  'too-many-devices': 'count',
  'admin-access-disabled': 'adminAccess',
  'consumable-capacity-disabled': 'capacity',
  'derived-attributes-disabled': 'derivedAttributes',
  'prioritized-list-disabled': 'firstAvailable',
};

/** The most names to compare: comparing is slow, and every claim may name a wrong class. */
const MAX_COMPARED = 200;

/** The part of an error that locates it. */
export type LocatedError = Pick<AllocationError, 'code' | 'message' | 'request' | 'selector'>;

/** Returns the fault behind an error about one of these claims. */
export function faultOf(error: LocatedError, claim: ResourceClaim, deviceClasses: readonly DeviceClass[]): Fault {
  const inClass = classFaultOf(error, deviceClasses);
  if (inClass !== undefined) return inClass;
  const template = templateOf(claim);
  const alternative = claim.spec.firstOfDevices?.indexOf(devicesNamedIn(error, claim.spec)) ?? -1;
  const start = [
    ...(template === undefined ? ['spec'] : ['spec', 'spec']),
    ...(alternative < 0 ? ['devices'] : ['firstOfDevices', alternative]),
  ];
  return {
    object: template ?? claim,
    paths: pathsInClaim(error, claim).map((path) => [...start, ...path]),
    hint: error.code === 'unknown-device-class' ? suggestClass(error, claim, deviceClasses) : '',
  };
}

/**
 * Returns the fault behind an error of a class; undefined if no class is at fault. As in the reference, the beginning of the message
 * distinguishes selectors of classes from selectors of requests.
 */
export function classFaultOf({ code, message, selector }: LocatedError, deviceClasses: readonly DeviceClass[]): Fault | undefined {
  if (selector === undefined || !code.startsWith('cel-')) return undefined;
  const object = deviceClasses.find(({ metadata }) => message.startsWith(`class ${metadata.name}: selector #`));
  return object === undefined ? undefined : { object, paths: [['spec', 'selectors', selector, 'cel', 'expression']], hint: '' };
}

function pathsInClaim(error: LocatedError, claim: ResourceClaim): readonly (readonly PathStep[])[] {
  const { constraints } = devicesNamedIn(error, claim.spec);
  if (error.code === 'empty-constraint') {
    return [['constraints', constraints.findIndex(isEmpty)]];
  }
  const found = findSelection(claim, error);
  if (found === undefined) return [[]];
  const { selection, paths } = found;
  const index = error.code === 'empty-selector' ? selection?.selectors.findIndex(({ cel }) => cel === undefined) : error.selector;
  if (index !== undefined) return paths.map((path) => [...path, 'selectors', index, 'cel', 'expression']);
  const field = FIELDS[error.code];
  return field === undefined ? paths : paths.map((path) => [...path, field]);
}

interface FoundSelection {
  readonly selection: DeviceSelection | undefined;
  readonly paths: readonly (readonly PathStep[])[];
}

/** Returns the request or subrequest that an error names, or else the only one with such a selector. */
function findSelection(claim: ResourceClaim, error: LocatedError): FoundSelection | undefined {
  const { requests } = devicesNamedIn(error, claim.spec);
  if (error.request !== undefined) {
    const [name, subrequest] = error.request.split('/', 2);
    const index = requests.findIndex((request) => request.name === name);
    const request = requests[index];
    if (request === undefined) return undefined;
    const found = selectionsOf(request, index).find((each) => subrequest !== undefined && each.name === subrequest);
    return (
      found ?? {
        selection: request.exactly,
        paths: [
          ['requests', index, 'exactly'],
          ['requests', index],
        ],
      }
    );
  }
  const { selector } = error;
  if (selector === undefined) return undefined;
  const candidates = requests.flatMap(selectionsOf).filter(({ selection }) => selection.selectors.length > selector);
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** Returns the selections of a request or of its alternatives, each with its paths in all versions. */
function selectionsOf(
  { exactly, firstAvailable }: DeviceRequest,
  index: number,
): (FoundSelection & { selection: DeviceSelection; name?: string })[] {
  if (exactly !== undefined)
    return [
      {
        selection: exactly,
        paths: [
          ['requests', index, 'exactly'],
          ['requests', index],
        ],
      },
    ];
  return firstAvailable.map((selection, position) => ({
    selection,
    name: selection.name,
    paths: ['firstAvailable', 'firstAvailableOf'].map((field) => ['requests', index, field, position]),
  }));
}

function suggestClass(error: LocatedError, claim: ResourceClaim, deviceClasses: readonly DeviceClass[]): string {
  const name = findSelection(claim, error)?.selection?.deviceClassName;
  if (name === undefined) return '';
  const names = deviceClasses.slice(0, MAX_COMPARED).map(({ metadata }) => metadata.name);
  return didYouMean(name, names);
}
