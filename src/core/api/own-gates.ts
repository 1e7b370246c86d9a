// The gates of our own, for what the founding documents of device allocation sketch and no release serves. Each knows fields that are else unknown.

/** Our own gates, on or off. The switches of an allocator are some. */
export interface OwnGates {
  readonly attributeSemantics: boolean;
  readonly firstOfDevices: boolean;
}

/** They are off unless somebody named them. */
export const NO_OWN_GATES: OwnGates = { attributeSemantics: false, firstOfDevices: false };

/** The names that users give. */
export const OWN_GATE_NAMES: Readonly<Record<keyof OwnGates, string>> = {
  attributeSemantics: 'XAttributeSemantics',
  firstOfDevices: 'XFirstOfDevices',
};

/** For objects of our own making: they have what the gates let in before. */
export const ALL_OWN_GATES: OwnGates = { attributeSemantics: true, firstOfDevices: true };
