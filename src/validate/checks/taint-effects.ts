// Lists the effects of device taints.

const EFFECTS: readonly string[] = ['NoExecute', 'NoSchedule', 'None'];
const EFFECTS_OF_1_34: readonly string[] = ['NoExecute', 'NoSchedule'];

/** Returns the effects that a release supports, in the order of messages. */
export function taintEffects(minor: number): readonly string[] {
  return minor > 34 ? EFFECTS : EFFECTS_OF_1_34;
}
