// The gates of this library. They enable features that the founding documents of device allocation sketch, but that no release
// serves. Each gate enables fields that are otherwise unknown.

/** The gates of this library, on or off. The switches of an allocator include these gates. */
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

/** For allocations that this library made. The gates already checked their input. */
export const ALL_LIBRARY_GATES: LibraryGates = { attributeSemantics: true, firstOfDevices: true };
