/** PATCH /preferences */
import type { updatePreferences } from '@timebank/contract/console';
import { updatePreferencesOf } from '../../../domain/administrators/session-queries.ts';
import type { ConsoleHandler } from '../access/call.ts';

/** How somebody wants to see the console is nobody else's business: it is not in the audit log. */
export const updatePreferencesHandler: ConsoleHandler<typeof updatePreferences> = async ({ session, body }, deps) => {
  const { language, columns = {} } = body;
  const [stored] = await updatePreferencesOf(
    deps.database.reads,
    session.administratorId,
    language !== undefined,
    language ?? null,
    JSON.stringify(columns),
  );
  if (!stored) throw new Error('somebody who is signed in has no account');
  return { data: stored };
};
