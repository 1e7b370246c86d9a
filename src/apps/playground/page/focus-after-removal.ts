// Moves the focus nearby when its element leaves the page, such as a button after its click. Otherwise browsers reset the focus
// to the start of the page, and keys and screen readers begin again there.

/** Elements that the tab key reaches. */
const FOCUSABLE = ':is(button, input, select):not(:disabled, [tabindex="-1"], [inert] *)';

/** The element with the focus, and its ancestors at that time, the nearest first. */
interface Holder {
  readonly element: Element;
  readonly ancestors: readonly Element[];
}

/**
 * Keeps the focus in a part of the page. It moves to the element's successor (`data-successor`, a selector) if that exists. Otherwise it
 * moves to the first focusable element in the nearest remaining ancestor.
 */
export function keepFocus(root: Element): void {
  let holder: Holder | undefined;
  const note = ({ target }: Event): void => {
    holder = target instanceof Element ? { element: target, ancestors: ancestorsOf(target) } : undefined;
  };
  const forget = ({ relatedTarget }: Event & { readonly relatedTarget?: EventTarget | null }): void => {
    if (relatedTarget !== null) return;
    const left = holder;
    // A click outside of all elements removes the focus on purpose. A removed element is already disconnected here.
    queueMicrotask(() => {
      if (holder === left && left?.element.isConnected === true) holder = undefined;
    });
  };
  const observer = new MutationObserver(() => {
    if (holder === undefined || holder.element.isConnected || document.activeElement !== document.body) return;
    const next = successorOf(holder);
    holder = undefined;
    next?.focus({ preventScroll: true });
  });
  root.addEventListener('focusin', note);
  root.addEventListener('focusout', forget);
  observer.observe(root, { childList: true, subtree: true });
}

function ancestorsOf(element: Element): readonly Element[] {
  const ancestors: Element[] = [];
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) ancestors.push(parent);
  return ancestors;
}

function successorOf({ element, ancestors }: Holder): HTMLElement | undefined {
  const named = element.getAttribute('data-successor');
  const next = named === null ? null : document.querySelector<HTMLElement>(named);
  if (next !== null) return next;
  for (const part of ancestors) {
    const first = part.isConnected ? part.querySelector<HTMLElement>(FOCUSABLE) : null;
    if (first !== null) return first;
  }
  return undefined;
}
