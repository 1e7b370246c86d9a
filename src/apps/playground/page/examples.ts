// The examples that the page offers. Their texts are files next to the page, which the build generates from the repository's examples.

/** An example. */
export interface Example {
  readonly id: string;
  readonly title: string;
  /** The example assumes `devicesOnly`. */
  readonly devicesOnly?: true;
}

/** The examples in the order of the list. The first one is shown if the link names none. */
export const EXAMPLES: readonly Example[] = [
  { id: 'eks', title: 'EKS node: a GPU and an EFA card on one PCIe root' },
  { id: 'does-not-fit', title: 'A claim that does not fit, with suggestions' },
  { id: 'first-available', title: 'KEP-4816: the first available alternative' },
  { id: 'partitions', title: 'KEP-4815: partitions that share counters' },
  { id: 'shared-nics', title: 'KEP-5075: network cards that pods share' },
  { id: 'taints', title: 'KEP-5055: tainted devices and tolerations' },
  { id: 'backtracking', title: 'A search that has to go back' },
  { id: 'hard', title: 'A search without end for plain search' },
  { id: 'many-nodes', title: '500 nodes' },
];

/** Returns the text of an example. Rejects if it cannot be loaded. */
export async function loadExample(id: string): Promise<string> {
  const response = await fetch(`examples/${id}.yaml`);
  if (!response.ok) throw new Error(`the example ${id} cannot be loaded: ${response.status}`);
  return response.text();
}
