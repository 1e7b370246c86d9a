// The focus stays near where it was when the element that has it leaves the page, as a button does whose work is done: by itself it falls to the start of the page, and keys and readers begin anew.

/** Elements that keys come to. */
const FOCUSABLE = ':is(button, input, select):not(:disabled, [tabindex="-1"], [inert] *)';

/** An element that has the focus, and those around it while it stands in the page, the nearest first. */
interface Holder {
  readonly element: Element;
  readonly around: readonly Element[];
}

/**
 * Keeps the focus in a part of the page. It goes to what an element names as its successor (`data-successor`, a selector) where that is there, else to the first thing that keys come to
 * in the nearest part around it.
 */
export function keepFocus(root: Element): void {
  let holder: Holder | undefined;
  const note = ({ target }: Event): void => {
    holder = target instanceof Element ? { element: target, around: ancestorsOf(target) } : undefined;
  };
  const forget = ({ relatedTarget }: Event & { readonly relatedTarget?: EventTarget | null }): void => {
    if (relatedTarget !== null) return;
    const left = holder;
    // A click next to everything leaves the focus nowhere, on purpose; an element that is taken away is away by then.
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
  const around: Element[] = [];
  for (let own = element.parentElement; own !== null; own = own.parentElement) around.push(own);
  return around;
}

function successorOf({ element, around }: Holder): HTMLElement | undefined {
  const named = element.getAttribute('data-successor');
  const next = named === null ? null : document.querySelector<HTMLElement>(named);
  if (next !== null) return next;
  for (const part of around) {
    const first = part.isConnected ? part.querySelector<HTMLElement>(FOCUSABLE) : null;
    if (first !== null) return first;
  }
  return undefined;
}
