/** In a browser that does not say when it is idle. */
const IDLE_AFTER_MS = 2000;

/** Does what is needed soon, once nothing else is to be done. @returns what calls it off */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, IDLE_AFTER_MS);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(act);
  return () => cancelIdleCallback(asked);
}
