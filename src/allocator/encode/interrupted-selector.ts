// Defines the interruption of an expression by a limit of this library. Kubernetes would have continued, so there is no answer.

/** The selector or derived attribute that ended a search, and the device on which it was evaluated. */
export interface InterruptedSelector {
  /** `namespace/name`. */
  readonly claim: string;
  /** The request, or `request/subrequest`. */
  readonly request: string;
  /** The device class if the selector belongs to one. */
  readonly class?: string;
  /** Its index among the selectors of the class or request. */
  readonly index?: number;
  /** The attribute that the expression derives, if it is not a selector. */
  readonly attribute?: string;
  /** `driver/pool/device`. */
  readonly device: string;
  /** At most 100 characters of the expression. */
  readonly expression: string;
}

const LONGEST_EXPRESSION = 100;

/** Returns the expression, shortened for display. */
export function shortened(expression: string): string {
  return expression.length <= LONGEST_EXPRESSION ? expression : `${expression.slice(0, LONGEST_EXPRESSION - 3)}...`;
}

/** Ends a search, like an error of the selector would. This error does not leave the library. */
export class SelectorInterrupted extends Error {
  readonly selector: InterruptedSelector;

  constructor(selector: InterruptedSelector) {
    super(`a limit ended the evaluation of a selector on device ${selector.device}`);
    this.selector = selector;
  }
}
