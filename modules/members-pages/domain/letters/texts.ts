/** A community's own texts of letters. */
import type { FieldError, LetterKind, MemberLanguage } from '@timebank/contract';
import { refusal } from '../../../../core/base/refusal.ts';
import { type ChangeDeps, type CommunityAct, change } from '../../../../core/change/change.ts';
import { deleteLetterText, upsertLetterText } from './queries.ts';

/** A text, or null for both: the console's applies. */
interface LetterTextChange {
  readonly kind: LetterKind;
  readonly language: MemberLanguage;
  readonly title: string | null;
  readonly body: string | null;
}

/** @throws refusal validation_failed where only one of the two is given */
export async function changeLetterText(
  deps: ChangeDeps,
  act: CommunityAct,
  { kind, language, title, body }: LetterTextChange,
): Promise<void> {
  const { communityId } = act;
  const missing = Object.entries({ title, body }).filter(([, value]) => value === null || value.trim() === '');
  if (missing.length === 1 || (missing.length === 2 && (title !== null || body !== null))) {
    const errors = missing.map(
      ([field]): FieldError => ({ field, code: 'required', message: `${field} must not be empty.` }),
    );
    throw refusal('validation_failed', errors.map(({ message }) => message).join(' '), errors);
  }
  await change(deps, act, async ({ transaction, at, audit }) => {
    if (title === null || body === null) await deleteLetterText(transaction, { communityId, kind, language });
    else await upsertLetterText(transaction, { communityId, at, kind, language, title: title.trim(), body });
    audit('letter.text_changed', `community:${communityId}`, { kind, language, own: title !== null });
  });
}
