/** What the commands of the inbox share: options, the community and the person, and exit codes. */

import type { Command } from 'commander';
import { COMMUNITY_OPTION, communityOf } from '../../../console/desk/commands/community-option.ts';
import { COMMAND_LINE, type CommandContext } from '../../../console/desk/commands/context.ts';
import { tellFailure } from '../../../console/desk/commands/failure.ts';
import { type CommandTools, withDatabase } from '../../../console/desk/commands/with-database.ts';
import { ROLE_PERMISSIONS } from '../../../console/desk/contract/routes.ts';
import { consoleRefusal } from '../../../console/desk/refusal.ts';
import { selectMembership } from '../../../console/desk/session-queries.ts';
import { foldAddress } from '../../../core/base/email-address.ts';
import type { CommunityRow } from '../../../core/communities/queries.ts';
import type { Database } from '../../../core/database/query.ts';
import { accountsOfAddress } from '../../office/domain/administrators/accounts.ts';

export interface InboxOptions {
  readonly community?: string;
  readonly json?: boolean;
  readonly as?: string;
}

/** Something waits for a person. */
export const EXIT_OPEN = 1;
/** A file cannot be read, or an act is refused. */
export const EXIT_REFUSED = 2;
/** `--community` and `--json`, which every one of them takes. */
export const sharedOptions = (command: Command) => command.option(...COMMUNITY_OPTION).option('--json', 'print JSON');

export interface InboxAct {
  readonly community: CommunityRow;
  readonly communityId: number;
  readonly actor: string;
}

/** Opens the database and ends with the exit code of the work; no failure ends with 1, which says that lines are open. */
export async function acting(
  context: CommandContext,
  words: string,
  options: InboxOptions,
  work: (tools: CommandTools, act: InboxAct) => Promise<number>,
): Promise<void> {
  try {
    const exit = await withDatabase(context, words, async (tools) => {
      const community = await communityOf(tools.database, options.community);
      const actor = await actorOfAddress(tools.database, community, options.as);
      return await work(tools, { community, communityId: community.id, actor });
    });
    if (exit !== 0) context.fail(exit);
  } catch (error) {
    tellFailure(context, error);
    context.fail(EXIT_REFUSED);
  }
}

// `--as`: the administrator in whose name a command acts.

/**
 * The actor for the audit log: the administrator with this address who may work on the community's money, else the
 * command line.
 * @throws refusal not_permitted
 */
async function actorOfAddress(database: Database, { slug }: CommunityRow, email: string | undefined): Promise<string> {
  if (email === undefined) return COMMAND_LINE;
  const accounts = await accountsOfAddress(database.reads, foldAddress(email));
  const allowed: number[] = [];
  for (const { id } of accounts) {
    const [membership] = await selectMembership(database.reads, { administratorId: id, slug });
    if (membership && ROLE_PERMISSIONS[membership.role].includes('statements.compare')) allowed.push(id);
  }
  const [id, other] = allowed;
  if (id === undefined || other !== undefined) {
    throw consoleRefusal('not_permitted', `${email} is no administrator who may book in ${slug}.`);
  }
  return `administrator:${id}`;
}
