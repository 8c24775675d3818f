/**
 * Where the focus goes when what had it goes: to what took its place (WCAG 2.4.3). Without this it falls to the page, and the
 * next Tab begins at the top. A screen that knows a better place puts it there itself, and wins.
 */

/** What can have the focus by Tab. */
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled):not([type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
/** A screen, or a dialog over it: what happens outside is not its matter. */
const ROOT = '.page, [role="dialog"]';

/** The place of an element: its parents up to the screen, and which child of each it was in. */
interface ElementPosition {
  readonly element: HTMLElement;
  readonly words: string;
  readonly steps: readonly { readonly parent: Element; readonly at: number }[];
}

/** Begins to look after the focus. @returns what ends it */
export function keepFocus(): () => void {
  let last: ElementPosition | undefined;
  const came = ({ target }: FocusEvent) => {
    last = target instanceof HTMLElement ? placeOf(target) : undefined;
  };
  const went = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      // The person clicked beside it: there is nothing to be given back.
      if (last?.element === target && last.element.isConnected) last = undefined;
    });
  const watcher = new MutationObserver(() => {
    if (!last || last.element.isConnected || document.activeElement !== document.body) return;
    const lost = last;
    last = undefined;
    // After the effects of what was drawn instead, which may know better.
    setTimeout(() => {
      if (document.activeElement === document.body) nextTo(lost)?.focus();
    });
  });
  document.addEventListener('focusin', came);
  document.addEventListener('focusout', went);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', came);
    document.removeEventListener('focusout', went);
    watcher.disconnect();
  };
}

function placeOf(element: HTMLElement): ElementPosition | undefined {
  const root = element.closest(ROOT);
  if (!root) return undefined;
  const steps: { parent: Element; at: number }[] = [];
  for (let child: Element = element; child !== root; ) {
    const parent = child.parentElement;
    if (!parent) return undefined;
    steps.push({ parent, at: [...parent.children].indexOf(child) });
    child = parent;
  }
  return { element, words: wordsOf(element), steps };
}

/** Undefined where the whole screen went: the next one has its own beginning. */
function nextTo({ steps, words }: ElementPosition): HTMLElement | undefined {
  if (!steps.at(-1)?.parent.isConnected) return undefined;
  for (const { parent, at } of steps.filter((step) => step.parent.isConnected)) {
    const children = [...parent.children];
    const after = children.slice(at).map((child) => focusableIn(child));
    // Of the next row the same button, else its first.
    const next = after.find((found) => found.length > 0);
    if (next) return next.find((one) => wordsOf(one) === words) ?? next[0];
    const before = children
      .slice(0, at)
      .map((child) => focusableIn(child))
      .findLast((found) => found.length > 0);
    if (before) return before.at(-1);
  }
  return undefined;
}

const wordsOf = (element: Element) => element.textContent?.trim() ?? '';

function focusableIn(element: Element): HTMLElement[] {
  const all = [element, ...element.querySelectorAll(FOCUSABLE)];
  return all.filter(
    (one): one is HTMLElement => one instanceof HTMLElement && one.matches(FOCUSABLE) && one.checkVisibility(),
  );
}
