// Expressions that a limit of our own ended: Kubernetes would have gone on, so that there is no answer.

/** The selector, or the derived attribute, that ended a search, and the device that it was evaluated on. */
export interface InterruptedSelector {
  /** `namespace/name`. */
  readonly claim: string;
  /** The request, or `request/subrequest`. */
  readonly request: string;
  /** The device class, where the selector is one of its own. */
  readonly class?: string;
  /** Its place among the selectors of the class or request. */
  readonly index?: number;
  /** The attribute that the expression derives, where it is no selector. */
  readonly attribute?: string;
  /** `driver/pool/device`. */
  readonly device: string;
  /** At most 100 characters of it. */
  readonly expression: string;
}

const LONGEST_EXPRESSION = 100;

/** The expression as far as it is shown. */
export function shortened(expression: string): string {
  return expression.length <= LONGEST_EXPRESSION ? expression : `${expression.slice(0, LONGEST_EXPRESSION - 3)}...`;
}

/** Ends a search, as an error of the selector would. Never leaves the library. */
export class SelectorInterrupted extends Error {
  readonly selector: InterruptedSelector;

  constructor(selector: InterruptedSelector) {
    super(`a limit ended the evaluation of a selector on device ${selector.device}`);
    this.selector = selector;
  }
}
