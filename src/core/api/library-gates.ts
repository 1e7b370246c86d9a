// The gates of this library, for features that the founding documents of device allocation sketch and no release serves. Each enables
// fields that are otherwise unknown.

/** The gates of this library, on or off. The switches of an allocator include them. */
export interface LibraryGates {
  readonly attributeSemantics: boolean;
  readonly firstOfDevices: boolean;
}

/** The defaults. */
export const NO_LIBRARY_GATES: LibraryGates = { attributeSemantics: false, firstOfDevices: false };

/** The names of the gates in options. */
export const LIBRARY_GATE_NAMES: Readonly<Record<keyof LibraryGates, string>> = {
  attributeSemantics: 'XAttributeSemantics',
  firstOfDevices: 'XFirstOfDevices',
};

/** For allocations that we made, whose input the gates have already checked. */
export const ALL_LIBRARY_GATES: LibraryGates = { attributeSemantics: true, firstOfDevices: true };
