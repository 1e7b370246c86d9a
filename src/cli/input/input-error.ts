// The error of inputs that cannot be read.

/** Something that was named as input cannot be read: exit code 3. The message begins with its name. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
