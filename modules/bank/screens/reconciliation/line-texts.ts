/** The sentences of a report and its lines, in the person's language. */

import type { Format, Texts } from '../../../../console/src/i18n/text.ts';
import type { Tone } from '../../../../console/src/parts/values/values.tsx';
import type { Reconciliation, ReconciliationLine } from '../../contract/reconciliation.ts';

/** The place of an entry in the file; the service says it in English. */
export function placeText(place: string, texts: Texts): string {
  const { at, proofs } = texts.matching;
  const [, statement, below] = /^statement (\d+), (.*)$/.exec(place) ?? [];
  if (statement && below) return at.statement(statement, placeText(below, texts));
  const [, whole] = /^(.*), without details$/.exec(place) ?? [];
  if (whole) return at.rest(placeText(whole, texts));
  const [kind = '', ...of] = place.split(', ');
  if (Object.hasOwn(proofs, kind)) {
    return [proofs[kind as keyof typeof proofs], ...of.map((one) => one.replace(/^\w+ /, ''))].join(', ');
  }
  const [, entry, detail, line] = /^(?:entry (\d+)(?:, detail (\d+))?|line (\d+))$/.exec(place) ?? [];
  if (line) return at.line(line);
  if (entry) return detail ? at.detail(entry, detail) : at.entry(entry);
  return place;
}

/** Why a line is of its kind; undefined where there is no more to say. */
export function problemText(line: ReconciliationLine, text: Texts, format: Format): string | undefined {
  const { kind, problem_code, hours_worth, credit, unreadable } = line;
  if (kind === 'proof_fails') {
    const [said, given] = [line.amount, line.entry_amount].map((one) => one?.replaceAll('.', format.decimal));
    return text.matching.proofProblem(said ?? text.matching.none, given ?? text.matching.none);
  }
  if (unreadable !== null) return text.matching.unreadable[unreadable];
  if (problem_code === null) return undefined;
  if (problem_code === 'payment_amount') {
    const { amount = '', currency = '' } = credit?.payment ?? {};
    return text.matching.paymentProblem(amount.replace('.', format.decimal), currency);
  }
  if (problem_code !== 'amount') return text.matching.problems[problem_code];
  return text.matching.amountProblem(format.hours(hours_worth ?? 0), format.hours(credit?.hours ?? 0));
}

/** The amount exactly as the file has it: only its decimal mark is the reader's. */
export function amountText({ amount, currency }: ReconciliationLine, format: Format): string {
  return [amount?.replaceAll('.', format.decimal), currency].filter(Boolean).join(' ');
}

/** What a comparison found, and what of it is left now. */
export function outcomeWords(
  { lines, counts, all_matched, open_not_compared }: Reconciliation,
  { matching }: Texts,
): { readonly tone: Tone; readonly title: string; readonly sentences: readonly string[] } {
  const differing = lines.open - open_not_compared;
  const notCompared = open_not_compared > 0 ? matching.notCompared(open_not_compared) : undefined;
  const title = all_matched
    ? matching.allGood
    : differing > 0
      ? matching.differences(differing)
      : lines.asked > 0
        ? matching.waitingForPartner(lines.asked)
        : (notCompared ??
          (counts.waiting_for_statement > 0 ? matching.waiting(counts.waiting_for_statement) : matching.nothingOpen));
  const sentences = [
    ...(all_matched ? [matching.allGoodText] : []),
    matching.summary(counts.matched, counts.returned),
    ...(counts.matched_without_rate > 0 ? [matching.withoutRate(counts.matched_without_rate)] : []),
    ...(notCompared && title !== notCompared ? [`${notCompared}.`] : []),
    ...(counts.other_entries + counts.not_booked > 0
      ? [matching.skipped(counts.other_entries, counts.not_booked)]
      : []),
  ];
  return { tone: differing > 0 ? 'wait' : lines.asked > 0 || notCompared ? 'info' : 'good', title, sentences };
}
