/** A year on a community's account, drawn by a seed: what moves, and what is right for each movement. */

/** What the inbox must make of a movement in the end. */
export type Right =
  | { readonly is: 'booked'; readonly member: number; readonly seconds: number }
  | { readonly is: 'returned' | 'not_ours' | 'open' };

export interface Movement {
  readonly id: number;
  /** Day of the year, from 0. */
  readonly day: number;
  /** With two decimals; a minus is money out. */
  readonly cents: number;
  readonly currency: string;
  readonly reference: string;
  readonly endToEndId: string | null;
  readonly payer: string;
  readonly text: string;
  readonly isReturn: boolean;
  readonly right: Right;
}

const CENTS_PER_HOUR = 2000;
const STEP_SECONDS = 36;

/** A generator of numbers in [0, 1) (mulberry32): the same year for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One step of the year: one movement, or a payment and the return that takes it back. */
interface Draw {
  readonly id: number;
  readonly day: number;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly references: readonly string[];
}

const secondsOf = (cents: number) => Math.floor((cents * 100) / CENTS_PER_HOUR) * STEP_SECONDS;
const AMOUNTS = [2000, 4000, 1250, 3330, 9999, 500, 100_000];
const WORDS = ['Stunden', 'hours for Mum', 'Zeitbank', 'uren tuin', 'merci', ''];

const movement = (draw: Draw, changes: Partial<Movement> & Pick<Movement, 'cents' | 'right'>): Movement => ({
  ...{ id: draw.id, day: draw.day, currency: 'EUR', reference: `BK${draw.id}`, endToEndId: null },
  ...{ payer: `Payer ${draw.id % 97}`, text: '', isReturn: false },
  ...changes,
});

function payment(draw: Draw): Movement {
  const member = draw.id % draw.references.length;
  const written = draw.references[member] ?? '';
  const shapes = [
    written,
    written.replace(/(.{4})(?=.)/g, '$1 '),
    written.replace(/(.{4})(?=.)/g, '$1-'),
    written.toLowerCase(),
    `${written.slice(0, 4)}000${written.slice(4)}`,
  ];
  const cents = draw.pick(AMOUNTS);
  return movement(draw, {
    cents,
    endToEndId: draw.pick([null, `E2E${draw.id}`, 'NOTPROVIDED']),
    text: `${draw.pick(WORDS)} ${draw.pick(shapes)} ${draw.pick(['', 'danke', '20.11.2026'])}`.trim(),
    right: { is: 'booked', member, seconds: secondsOf(cents) },
  });
}

const KINDS: readonly ((draw: Draw) => Movement[])[] = [
  ...Array.from({ length: 12 }, () => (draw: Draw) => [payment(draw)]),
  // A digit of the reference is mistyped: a person must look.
  (draw) => {
    const reference = draw.references[draw.id % draw.references.length] ?? '';
    const text = `${reference.slice(0, -1)}${(Number(reference.at(-1)) + 1) % 10}`;
    return [movement(draw, { cents: draw.pick(AMOUNTS), text, right: { is: 'open' } })];
  },
  (draw) => [movement(draw, { cents: draw.pick(AMOUNTS), text: 'hours, thanks', right: { is: 'open' } })],
  (draw) => [
    movement(draw, { cents: -12_500, text: 'Miete Raum 3', payer: 'Hausverwaltung', right: { is: 'not_ours' } }),
  ],
  // No rate is agreed for dollars.
  (draw) => {
    const { text } = payment(draw);
    return [movement(draw, { cents: 2170, currency: 'USD', text, right: { is: 'open' } })];
  },
  // A payment that goes back some days later: by its end-to-end id, or by member and amount.
  (draw) => {
    const paid = payment(draw);
    const endToEndId = draw.pick([`E2E${draw.id}`, null]);
    const next = { ...draw, id: draw.id + 1, day: Math.min(364, draw.day + 3) };
    const back = { cents: -paid.cents, text: `Rueckgabe ${paid.text}`, payer: paid.payer, endToEndId, isReturn: true };
    const right = { is: 'returned' } as const;
    return [{ ...paid, endToEndId, right }, movement(next, { ...back, right })];
  },
];

/** @param references of the members, by their number */
export function drawYear(seed: number, count: number, references: readonly string[]): Movement[] {
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const movements: Movement[] = [];
  while (movements.length < count) {
    const id = movements.length;
    const day = Math.min(360, Math.floor((id * 361) / count));
    movements.push(...pick(KINDS)({ id, day, pick, references }));
  }
  return movements;
}
