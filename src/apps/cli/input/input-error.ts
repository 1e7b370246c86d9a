// The error of inputs that cannot be read.

/** An input that cannot be read: exit code 3. The message begins with the name of the input. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** The message for an input without an object. */
export const EMPTY_INPUT = 'the input is empty: use -f to name files with objects, such as the output of kubectl get -o json';
