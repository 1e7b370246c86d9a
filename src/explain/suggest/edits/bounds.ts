// The limits of edits, in one table. They bound the number of edits and the time to find them for every input.

/** The most items of each kind that edits consider, change or name. */
export const MOST = {
  // Names listed in a text, and characters of quoted texts.
  named: 3,
  namedPods: 2,
  charactersOfAmount: 40,
  charactersOfName: 80,
  charactersOfGate: 100,

  // Requests. Valid claims do not exceed the limits on requests, alternatives of a request (FirstAvailableDeviceRequestMaxSize), selectors
  // (DeviceSelectorsMaxSize), tolerations (DeviceTolerationsMaxLength) and devices (AllocationResultsMaxSize).
  otherRequests: 32,
  alternativesOfRequest: 8,
  selectors: 32,
  tolerations: 16,
  servedDevices: 32n,
  requests: 16,
  alternatives: 64,
  classes: 16,
  classesOfCluster: 1000,
  claims: 64,

  // Selectors. A longer text can only be removed as a whole. A strict comparison tries the nearest value on each side.
  charactersOfSelectors: 32_768,
  partsOfSelector: 64,
  valuesInstead: 8,
  inclusiveValues: 2,
  valuesOfName: 32,
  nameSets: 64,
  namesOfDomain: 256,
  domains: 64,

  // Capacities: replacement amounts, values of a policy, and kinds of shared devices.
  amountsInstead: 12,
  amountsOfCapacity: 256,
  capacitiesOfRequest: 32,
  capacitiesOfDevice: 256,
  valuesOfPolicy: 32,
  sharedKinds: 8,

  // Devices and pools. If a device has more taints, which rules can add, the taints stay.
  taintedDevices: 2000,
  taintsOfDevice: 64,
  addedDevices: 128,
  kindsOfDevices: 16,
  devicesOfKind: 32,
  fieldsOfDevice: 256,
  charactersOfValue: 10_000,
  slices: 32,
  slicesElsewhere: 64,
  pools: 16,

  // Nodes and pods.
  partsOfNode: 4096,
  labelsOfNode: 1000,
  taintsOfNode: 16,
  requirements: 32,
  ports: 32,
  pods: 64,
  setsOfPods: 16,
  entriesOfPod: 16,
  gates: 16,
  containers: 32,
  resources: 16,
  classesOfResource: 8,
  editsOfAmounts: 64,

  // Affinity to other pods, topology spread and volumes.
  terms: 16,
  podsOfDomain: 4096,
  nearPods: 8,
  deletedPods: 3,
  skews: 256,
  domainsOfKey: 4,
  volumes: 16,
  volumesOfClass: 1000,
  volumeClaims: 4000,
  storageClasses: 8,
  sizes: 12,
} as const;
