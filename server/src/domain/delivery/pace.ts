/**
 * How deliveries give way while requests wait: so many attempts begin in a second, and the rest in turns (ADR 0052).
 */

/** The rate of all subscriptions of this process together, while it is busy. */
const ATTEMPTS_PER_SECOND = 500;
/** An event that comes alone is sent at once. */
const BURST = 20;
const TURN_EVERY_MS = 10;

export interface Pace<Sender> {
  /** Lets it send as much as it may, now or when it is its turn; it may be asked again meanwhile. */
  pump(sender: Sender): void;
  stop(): void;
}

/**
 * @param sendOne sends the next one; false: there is none, or it may not be sent now
 * @param nowMs in ms, of a clock that only goes forward
 */
export function createPace<Sender>(
  isBusy: () => boolean,
  sendOne: (sender: Sender) => boolean,
  nowMs: () => number = () => performance.now(),
): Pace<Sender> {
  /** In the order of their turns. */
  const waiting = new Set<Sender>();
  let permits = BURST;
  let refilledMs = nowMs();
  let timer: NodeJS.Timeout | undefined;

  function refill(): void {
    const now = nowMs();
    permits = Math.min(BURST, permits + ((now - refilledMs) / 1000) * ATTEMPTS_PER_SECOND);
    refilledMs = now;
  }

  function sendInTurns(): void {
    refill();
    for (const sender of waiting) {
      if (permits < 1) break;
      waiting.delete(sender);
      if (!sendOne(sender)) continue;
      permits--;
      waiting.add(sender);
    }
    if (waiting.size > 0) timer ??= setTimeout(onTurn, TURN_EVERY_MS).unref();
  }

  function onTurn(): void {
    timer = undefined;
    const turns = isBusy() ? [] : [...waiting];
    for (const sender of turns) {
      waiting.delete(sender);
      sendAll(sender);
    }
    sendInTurns();
  }

  function sendAll(sender: Sender): void {
    while (sendOne(sender)) {}
  }

  return {
    pump(sender) {
      if (!isBusy()) return sendAll(sender);
      waiting.add(sender);
      sendInTurns();
    },
    stop() {
      clearTimeout(timer);
      waiting.clear();
    },
  };
}
