import { expect, test } from 'vitest';
import { directoryWith, documents, gpuSlice, runProgram } from '../run-program.js';

const input = (amount: string, type = 'gpu'): string =>
  documents(
    `apiVersion: v1
kind: Node
metadata: {name: dual}
status: {allocatable: {cpu: "16", pods: "110", example.com/gpu: "${amount}"}}
`,
    `apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu}
spec:
  extendedResourceName: example.com/gpu
  selectors: [{cel: {expression: 'device.attributes["gpu.example.com"].type == "gpu"'}}]
`,
    gpuSlice('dual', 2, `, attributes: {type: {string: ${type}}}`),
  );

async function told(command: string, text: string): Promise<string> {
  const directory = directoryWith({ 'all.yaml': text });
  const { out, err } = await runProgram([command, '-f', `${directory}/all.yaml`]);
  return command === 'validate' ? out : err;
}

test.each(['inventory', 'fit', 'validate'])('%s warns of devices that a device plugin and DRA both offer', async (command) => {
  expect(await told(command, input('2'))).toContain(
    'node dual: a device plugin offers example.com/gpu (2 allocatable), the resource of DeviceClass gpu, and driver gpu.example.com also publishes the devices in ResourceSlices',
  );
  expect(await told(command, input('0'))).not.toContain('device plugin');
  expect(await told(command, input('2', 'mig'))).not.toContain('device plugin');
});
