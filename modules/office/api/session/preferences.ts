/** PATCH /preferences */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import type { updatePreferences } from '../../../../console/desk/contract/session.ts';
import { updatePreferencesOf } from '../../../../console/desk/session-queries.ts';

/** A person's view of the console is their own business: the audit log has no row about it. */
export const updatePreferencesHandler: ConsoleHandler<typeof updatePreferences> = async ({ session, body }, deps) => {
  const { language, columns = {}, mails } = body;
  const [stored] = await updatePreferencesOf(deps.database.reads, {
    administratorId: session.administratorId,
    setsLanguage: language !== undefined,
    language: language ?? null,
    columns: JSON.stringify(columns),
    mails: mails ? [...new Set(mails)] : null,
  });
  if (!stored) throw new Error('a signed-in person has no account');
  return { data: stored };
};
