/** The words of a bank line, in the person's language. */

import type { Format, Texts } from '../../../../console/src/i18n/text.ts';
import { accountShown } from '../../../../console/src/parts/values/money.ts';
import { nameWithNumber } from '../../../../console/src/parts/values/values.tsx';
import type { InboxFile, InboxLine } from '../../contract/inbox.ts';

export const payerShown = ({ payer }: InboxLine, { inbox }: Texts) => payer || inbox.noPayer;

/** What approving the line books: "1.66 h for Anna Berger". Undefined: nothing. */
export function proposalShown({ proposal }: InboxLine, { inbox }: Texts, format: Format): string | undefined {
  if (!proposal) return undefined;
  const hours = format.hours(Math.abs(proposal.seconds) / 3600);
  const name = nameWithNumber(proposal.name, proposal.number);
  return proposal.seconds < 0 ? inbox.hoursBack(hours, name) : inbox.hoursFor(hours, name);
}

type Proof = InboxFile['proofs'][number];

/** A figure of a proof: counts in words of the language, amounts with its decimal mark. */
function figureShown(figure: string | null, { inbox }: Texts, format: Format): string {
  if (figure === null) return inbox.unknownFigure;
  return figure
    .replace(/(\d+) debits?/, (_, number: string) => inbox.debits(number))
    .replace(/(\d+) credits?/, (_, number: string) => inbox.credits(number))
    .replace(/(\d)\.(\d)/g, `$1${format.decimal}$2`);
}

/** What a failed proof says, with both figures and where it is. */
export function failedProof(proof: Proof, text: Texts, format: Format): string {
  const { kind, expected, found, account, statement, reference } = proof;
  const figures = [expected, found].map((figure) => figureShown(figure, text, format)) as [string, string];
  const where = [account && accountShown(account), statement, reference].filter(Boolean).join(', ');
  return [text.inbox.proofFails[kind](...figures), where && text.inbox.proofWhere(where)].filter(Boolean).join(' ');
}

/** The question of a file; the service says an unknown one in English. */
export function questionShown({ key, question }: InboxFile['questions'][number], { inbox }: Texts): string {
  const [, sample = ''] = /^Does (.+?) (?:begin|have) /.exec(question) ?? [];
  const known: Readonly<Record<string, (sample: string) => string>> = inbox.questions;
  return known[key]?.(sample) ?? question;
}
