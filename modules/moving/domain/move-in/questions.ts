/** Asks what the files cannot say: the given answers, else those kept, else the suggestions, which are listed as open. */
import type { MoveNoteCode } from '@timebank/contract';
import { rowSentence } from './sentences.ts';
import {
  type Answers,
  type AnswerValue,
  MoveAnswerFault,
  type MoveQuestion,
  type MoveTools,
  type RowFault,
  type RowPlace,
} from './types.ts';

/** Every key that some system asks: an answer to one that these files do not need is let pass. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  'units_per_hour',
  'fund',
  'time_zone',
  'groups',
  'account',
  'member_number',
  'limited_report',
  'listing_types',
  'disabled_members',
  'locked_members',
  'levies',
  'expired_listings',
  'hidden_listings',
  'request_titles',
  'encoding',
]);

export const TIME_ZONE_KEY = 'time_zone';
const UNIT_KEY = 'units_per_hour';
const UNIT = /^\d{1,9}(?:\.\d{1,9})?$/;

/** What was asked and noted while the files were read. */
export interface MoveTalk extends MoveTools {
  /** Questions without an answer. */
  readonly open: MoveQuestion[];
  /** The answers in use, suggestions not among them. */
  readonly used: Record<string, AnswerValue | Record<string, AnswerValue>>;
  readonly faults: RowFault[];
  readonly notes: MoveNoteCode[];
}

/**
 * @param given answers of the person, `kept` of an earlier run of this move
 * @param today `YYYY-MM-DD`
 * @throws MoveAnswerFault naming the key, for an answer to a question that no system asks, and for a value that is none
 */
export function createTalk(given: Answers, kept: Answers, today: string): MoveTalk {
  for (const key of Object.keys(given)) {
    if (!KNOWN_KEYS.has(key))
      throw new MoveAnswerFault(`The answers have the key ${JSON.stringify(key)}; there is no such question.`, key);
  }
  const open: MoveQuestion[] = [];
  const used: MoveTalk['used'] = {};
  const faults: RowFault[] = [];
  const notes: MoveNoteCode[] = [];
  const answerTo = (key: string) => given[key] ?? kept[key];
  const take = (question: Omit<MoveQuestion, 'items' | 'suggested'>, suggested: AnswerValue, items: null = null) => {
    const answer = answerTo(question.key);
    if (answer === undefined) {
      open.push({ ...shapeOf(question), suggested, items });
      return String(suggested);
    }
    const value = checked(question, answer);
    used[question.key] = value;
    return String(value);
  };
  return {
    today,
    open,
    used,
    faults,
    notes,
    ask: ({ suggested, ...question }) => take(question, suggested),
    askEach({ items, suggested, ...question }) {
      const answer = answerTo(question.key);
      const values = new Map<string, string>();
      const missing: string[] = [];
      const taken: Record<string, AnswerValue> = {};
      for (const item of items) {
        const of = answerForItem(question.key, answer, item);
        if (of === undefined) missing.push(item);
        else taken[item] = checked(question, of);
        values.set(item, String(taken[item] ?? suggested(item)));
      }
      if (Object.keys(taken).length > 0) used[question.key] = taken;
      if (typeof answer === 'object') refuseOtherItems(question.key, answer, items);
      if (missing.length > 0) {
        const suggestions = Object.fromEntries(missing.map((item) => [item, suggested(item)]));
        open.push({ ...shapeOf(question), suggested: suggestions, items: missing });
      }
      return values;
    },
    askUnit: (sentence) => take({ key: UNIT_KEY, question: sentence, options: null }, 1),
    fault: ({ file, line }: RowPlace, member, what) => void faults.push({ file, line, member, ...rowSentence(what) }),
    note: (code) => void (notes.includes(code) || notes.push(code)),
  };
}

const shapeOf = ({ key, question, options, examples }: Omit<MoveQuestion, 'items' | 'suggested'>) => ({
  key,
  question,
  options,
  ...(examples ? { examples } : {}),
});

/** One value for all items is as good as the same for each. */
function answerForItem(key: string, answer: Answers[string] | undefined, item: string): AnswerValue | undefined {
  if (answer === undefined || typeof answer !== 'object') return answer;
  const of: unknown = Object.hasOwn(answer, item) ? answer[item] : undefined;
  if (of === undefined || typeof of === 'string' || typeof of === 'number') return of;
  throw new MoveAnswerFault(`The answer ${JSON.stringify(key)} must have one value for each item.`, key);
}

function refuseOtherItems(key: string, answer: object, items: readonly string[]): void {
  const other = Object.keys(answer).find((item) => !items.includes(item));
  if (other === undefined) return;
  throw new MoveAnswerFault(
    `The answer ${JSON.stringify(key)} has the item ${JSON.stringify(other)}, which the question has not.`,
    key,
  );
}

function checked({ key, options }: Omit<MoveQuestion, 'items' | 'suggested'>, answer: unknown): AnswerValue {
  if (typeof answer !== 'string' && typeof answer !== 'number') {
    throw new MoveAnswerFault(`The answer ${JSON.stringify(key)} must be one value.`, key);
  }
  const found = options?.find((option) => String(option) === String(answer));
  if (options && found === undefined) {
    const list = options.map((option) => JSON.stringify(option)).join(', ');
    throw new MoveAnswerFault(`The answer ${JSON.stringify(key)} must be one of ${list}.`, key);
  }
  if (key === UNIT_KEY && (!UNIT.test(String(answer)) || Number(answer) === 0)) {
    throw new MoveAnswerFault(`The answer ${JSON.stringify(key)} must be a number above 0, such as 1 or 60.`, key);
  }
  if (key === TIME_ZONE_KEY && !isTimeZone(String(answer))) {
    throw new MoveAnswerFault(`The answer ${JSON.stringify(key)} must be a time zone such as Europe/Madrid.`, key);
  }
  return found ?? answer;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
