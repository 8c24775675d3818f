/** What the commands of the inbox share: options, the community and the person, and exit codes. */
import type { Command } from 'commander';
import type { CommunityRow } from '../domain/communities/queries.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { type CommandContext, type CommandTools, withDatabase } from './context.ts';
import { tellFailure } from './failure.ts';
import { actorOfAddress } from './inbox-actor.ts';

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
