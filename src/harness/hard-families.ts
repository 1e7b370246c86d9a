// Hard families of problems of one node, by size. With each step of the size, plain search needs twice the time, and no
// solution exists.

import { claimFor, nodesWithDevices } from './objects.js';
import { ATTRIBUTES, type Problem, problemOf, selector } from './problems.js';

/** A family: makes its problem of a given size. */
export interface HardFamily {
  readonly name: string;
  readonly size: string;
  readonly sizes: readonly number[];
  make(size: number): Problem;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function request(name: string, more: object = {}): object {
  return { name, exactly: { deviceClassName: 'test-class', ...more } };
}

function oneNode(name: string, devices: readonly object[], requests: readonly object[], constraints: readonly object[] = []): Problem {
  const claim = { ...claimFor({}), spec: { devices: { requests, constraints } } };
  return problemOf(
    name,
    nodesWithDevices(1, () => devices),
    [claim],
  );
}

const VALUE = 'resource.kubernetes.io/pcieRoot';

/** Requests `count` devices that share a value; each of the two values has one device too few. */
function oneTooFewByValue(count: number): Problem {
  const devices = range(2 * (count - 1)).map((index) => ({
    name: `device-${index}`,
    attributes: { [VALUE]: { string: `root-${index % 2}` } },
  }));
  return oneNode('value', devices, [request('req', { count })], [{ matchAttribute: VALUE }]);
}

/** Makes `count` requests for one device each, with one device too few. */
function competing(count: number): Problem {
  const devices = range(count - 1).map((index) => ({ name: `device-${index}` }));
  return oneNode(
    'competing',
    devices,
    range(count).map((index) => request(`req-${index}`)),
  );
}

/** Requests `count` pairs of a GPU and a NIC on one root; the last root has no NIC. */
function pairs(count: number): Problem {
  const device = (kind: string) => (index: number) => ({
    name: `${kind}-${index}`,
    attributes: { kind: { string: kind }, [VALUE]: { string: `root-${index}` } },
  });
  const devices = [...range(count).map(device('gpu')), ...range(count - 1).map(device('nic'))];
  const requestOf = (kind: string, pair: number): object => request(`${kind}-${pair}`, selector(`${ATTRIBUTES}.kind == "${kind}"`));
  const requests = range(count).flatMap((pair) => [requestOf('gpu', pair), requestOf('nic', pair)]);
  const constraints = range(count).map((pair) => ({ requests: [`gpu-${pair}`, `nic-${pair}`], matchAttribute: VALUE }));
  return oneNode('pairs', devices, requests, constraints);
}

/** Sizes up to the limits of a claim: 32 devices, 32 requests. */
export const HARD_FAMILIES: readonly HardFamily[] = [
  { name: 'n share a value, one too few', size: 'devices wanted', sizes: [4, 8, 12, 16, 18, 20, 22, 24, 28, 32], make: oneTooFewByValue },
  { name: 'n requests, one device too few', size: 'requests', sizes: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 24, 32], make: competing },
  { name: 'n GPU and NIC pairs, one NIC missing', size: 'pairs', sizes: [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16], make: pairs },
];
