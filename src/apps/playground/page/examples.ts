// The examples that the page offers. Their texts are files next to the page, which the build generates from the repository's examples.

/** An example. */
export interface Example {
  readonly id: string;
  readonly title: string;
  /** True if the example assumes `devicesOnly`. */
  readonly devicesOnly?: true;
}

/** The examples in the order of the list. The first one is shown if the link names none. */
export const EXAMPLES: readonly Example[] = [
  { id: 'eks', title: 'GPU and network card on the same PCIe root (EKS)' },
  { id: 'does-not-fit', title: 'A claim that does not fit, with fixes to apply' },
  { id: 'first-available', title: 'A GPU, or another accelerator if none exists' },
  { id: 'partitions', title: 'GPU partitions that share memory' },
  { id: 'shared-nics', title: 'Network cards with bandwidth that pods share' },
  { id: 'taints', title: 'Broken devices: taints and tolerations' },
  { id: 'backtracking', title: 'The first device leaves too little for the rest' },
  { id: 'hard', title: 'A claim that is very hard to decide' },
  { id: 'many-nodes', title: '20 pods on 500 nodes' },
];

/** Returns the text of an example. Rejects if it cannot be loaded. */
export async function loadExample(id: string): Promise<string> {
  const response = await fetch(`examples/${id}.yaml`);
  if (!response.ok) throw new Error(`the example ${id} cannot be loaded: ${response.status}`);
  return response.text();
}
