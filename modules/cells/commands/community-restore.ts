/** `timebank community restore`: one community back to the state that a backup of everything has of it. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { csvFile } from '@timebank/contract/csv';
import type { Command } from 'commander';
import { COMMAND_LINE, type CommandContext, progressOn, report } from '../../../console/desk/commands/context.ts';
import { type CommandTools, withDatabase } from '../../../console/desk/commands/with-database.ts';
import { ConfigError } from '../../../core/base/config.ts';
import { openNamedFile, stampOf } from '../../../core/base/files.ts';
import { naming } from '../../../core/base/system-error.ts';
import { withClient } from '../../../core/database/client.ts';
import { openingOf } from '../../operate/backup/encryption.ts';
import { openTrusted, type Trust } from '../../operate/domain/installation/backup.ts';
import { withOlderState } from '../../operate/domain/installation/older-state.ts';
import { copyCommunity, dropCopy } from '../domain/copy-community.ts';
import { type Difference, readDifferences } from '../domain/differences.ts';
import type { Cell } from '../domain/move-community.ts';
import {
  demandRestorable,
  findOlder,
  type OlderState,
  type RestoredCommunity,
  type RestoreStep,
  restoreCommunity,
  takeBackRestore,
} from '../domain/restore-community.ts';
import { writeExportFile } from './community-export.ts';
import { cellOf } from './community-move.ts';

interface RestoreOptions extends Trust {
  readonly identityFile?: string;
  readonly passphraseFile?: string;
  readonly from?: string;
  readonly yes?: boolean;
  readonly keep?: string;
  readonly as?: string;
  readonly drop?: boolean;
  readonly takeBack?: boolean;
  readonly json?: boolean;
}

const TOLD: Readonly<Record<RestoreStep, string>> = {
  stop: 'stopping changes of the community',
  wait: 'waiting for what is under way',
  keep: "keeping today's state",
  exchange: 'exchanging the rows',
  commit: 'ending the exchange',
};
/** Lines of one kind that a person is shown; all are in the file. */
const SHOWN_MAX = 20;

export function registerCommunityRestore(community: Command, context: CommandContext): void {
  community
    .command('restore')
    .description('put one community back to the state of a backup, while everything else is at work')
    .argument('<slug>', 'the community, by its slug')
    .option('--from <backup>', 'a backup of everything, as "timebank backup" and BACKUP_DIR make it')
    .option('--yes', 'do it without asking')
    .option('--keep <file>', "a new file for today's state; default: beside the backup")
    .option('--as <slug>', 'make a copy of the older state by this slug, to compare with, and change nothing else')
    .option('--drop', 'with --as: delete that copy')
    .option('--take-back', 'make a community work again, as it was, that a killed restore has stopped')
    .option('--identity-file <file>', 'file with an age identity that opens the backup')
    .option('--passphrase-file <file>', 'file with its passphrase; default: BACKUP_PASSPHRASE_FILE')
    .option('--key-file <file>', 'file with the key, if the backup was made without it')
    .option('--digest <sha256>', 'what the backup must be: the digest that was printed when it was made')
    .option('--unauthenticated', 'read it although no key and no digest proves that it was not altered')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
It first shows what today's state has and the backup has not. Without --yes it asks; where nobody can answer, it changes
nothing. Members, listings, bookings, settings and the inbox become those of the backup. What stays as it is today: who
keeps the office, partners with their rights, secrets and webhooks, final days as they were published, the audit log.`,
    )
    .action((slug: string, options: RestoreOptions) => runRestore(context, slug, options));
}

async function runRestore(context: CommandContext, slug: string, options: RestoreOptions): Promise<void> {
  const { json, as, drop, takeBack, from } = options;
  await withDatabase(context, 'community restore', async (tools) => {
    const cell = await cellOf(tools);
    if (takeBack) {
      await takeBackRestore(cell, { slug, actor: COMMAND_LINE });
      return report(context, json, { community: slug, taken_back: true }, [`${slug} is at work again, as it was.`]);
    }
    if (drop) {
      if (as === undefined) throw new ConfigError('Say which copy: --as <slug>.');
      await dropCopy(cell, as);
      return report(context, json, { community: as, dropped: true }, [`The copy ${as} is deleted.`]);
    }
    if (from === undefined) throw new ConfigError('Say from which backup: --from <file>.');
    if (as === undefined) await demandRestorable(cell, slug);
    const source = await openNamedFile('the backup', from);
    try {
      const opening = await openingOf(tools.config, options);
      const trusted = await openTrusted(tools.config, source, { ...options, opening });
      const line = progressOn(context, json);
      const place = { config: tools.config, server: tools, clock: tools.clock };
      await withOlderState(place, trusted, line.show, async (older) => {
        line.clear();
        if (as === undefined) await putBack(context, tools, cell, older, { ...options, slug, from });
        else await runCopy(context, cell, older, { slug, as, json });
      });
    } finally {
      source.destroy();
    }
  });
}

async function runCopy(
  context: CommandContext,
  cell: Cell,
  older: OlderState,
  { slug, as, json }: { readonly slug: string; readonly as: string; readonly json: boolean | undefined },
): Promise<void> {
  const line = progressOn(context, json);
  const copied = await copyCommunity(cell, older, { slug, as, actor: COMMAND_LINE, note: line.show }).finally(
    line.clear,
  );
  report(context, json, { community: copied.slug, name: copied.name, backup_of: older.header.created_at }, [
    `${copied.name} is there as ${as}, to be read in the console by those who keep the office of ${slug}.`,
    'It has no partners, credentials, jobs or mails, and nothing of it can be changed.',
    `When you have compared: timebank community restore ${slug} --as ${as} --drop`,
  ]);
}

interface PuttingBack extends RestoreOptions {
  readonly slug: string;
  readonly from: string;
}

async function putBack(
  context: CommandContext,
  tools: CommandTools,
  cell: Cell,
  older: OlderState,
  options: PuttingBack,
): Promise<void> {
  const { slug, json } = options;
  const { id } = await demandRestorable(cell, slug);
  await findOlder(older, cell, { slug, id });
  const found = await older.read((old) =>
    withClient(cell.ownerConnection, (client) => readDifferences(client, old, id)),
  );
  const head = `${slug} as it is today and as it was at ${older.header.created_at}:`;
  const shown = [head, ...differenceLines(found)];
  const answer = options.yes ? slug : json ? undefined : await context.ask(questionAfter(shown, slug));
  if (answer?.trim() !== slug) {
    return report(context, json, { community: slug, changed: false, ...facts(older, found) }, [
      ...(answer === undefined ? shown : []),
      'Nothing was changed. To put it back, add --yes.',
    ]);
  }
  const kept = keptFile(tools, options);
  const list = `${kept}.differences.csv`;
  const line = progressOn(context, json);
  const done = await restoreCommunity(cell, older, {
    ...{ slug, actor: COMMAND_LINE, hooks: tools.hooks, note: line.show },
    async keep() {
      await writeExportFile(tools, { communityId: id, file: kept, passphraseFile: `${kept}.passphrase` });
    },
    onStep(step) {
      line.clear();
      context.note(`timebank: ${TOLD[step]}\n`);
    },
  }).finally(line.clear);
  await naming(`write the list ${list}`, 'name another place with --keep', () =>
    writeFile(list, csvOf(done.differences), { mode: 0o600 }),
  );
  const value = {
    ...{
      community: slug,
      changed: true,
      ...facts(older, done.differences),
      kept,
      passphrase_file: `${kept}.passphrase`,
    },
    ...{ list, sessions_ended: done.sessionsEnded, mails_dropped: done.mailsDropped, ledger_holds: true },
    ...{ deputies_ended: done.deputiesEnded, members_erased: done.membersErased },
  };
  report(context, json, value, [
    `${slug} is as it was at ${older.header.created_at}, and its ledger holds.`,
    `Today's state is kept in ${kept}, with its passphrase in ${kept}.passphrase.`,
    `What differs is listed in ${list}: give it to the office.`,
    ...endedLines(done),
    'Partners fetch new tokens, begin their copies again, and repeat what is in the list with the same references.',
  ]);
}

const questionAfter = (lines: readonly string[], slug: string) =>
  `${lines.map((text) => `${text}\n`).join('')}Type ${slug} to put it back: `;

function keptFile({ config, clock }: CommandTools, { slug, keep, from }: PuttingBack): string {
  if (keep !== undefined) return keep;
  return join(config.backupDir ?? dirname(from), `${slug}-${stampOf(clock.now())}.export`);
}

function endedLines({ sessionsEnded, mailsDropped, deputiesEnded, membersErased }: RestoredCommunity): string[] {
  return [
    `All letters, links and sessions of its members are ended (${sessionsEnded} sessions), and no mail of it waits (${mailsDropped} dropped).`,
    ...(deputiesEnded > 0 ? [`${deputiesEnded} deputies who had ended since stay ended.`] : []),
    ...(membersErased > 0 ? [`${membersErased} members who were erased since are erased again.`] : []),
  ];
}

function facts({ header }: OlderState, differences: readonly Difference[]) {
  const count = (what: Difference['what'], how: Difference['how']) =>
    differences.filter((one) => one.what === what && one.how === how).length;
  const counts = (what: Difference['what']) => ({
    ...{ since: count(what, 'since'), changed: count(what, 'changed'), before: count(what, 'before') },
  });
  return {
    backup_of: header.created_at,
    bookings: counts('booking'),
    members: counts('member'),
    listings: counts('listing'),
    days: count('day', 'published'),
    differences,
  };
}

const KINDS: readonly (readonly [what: Difference['what'], how: Difference['how'], title: string])[] = [
  ['booking', 'since', 'bookings since, which will be gone'],
  ['booking', 'before', 'bookings that come back'],
  ['day', 'published', "partners' final days that stay as they were published, although bookings of them are gone"],
  ['member', 'since', 'members since, who will be gone'],
  ['member', 'changed', 'members who become what they were'],
  ['member', 'before', 'members who come back'],
  ['listing', 'since', 'listings since, which will be gone'],
  ['listing', 'changed', 'listings that become what they were'],
  ['listing', 'before', 'listings that come back'],
];

function differenceLines(differences: readonly Difference[]): string[] {
  const lines = KINDS.flatMap(([what, how, title]) => {
    const of = differences.filter((one) => one.what === what && one.how === how);
    if (of.length === 0) return [];
    const rest = of.length - SHOWN_MAX;
    return [
      `${of.length.toLocaleString('en-GB')} ${title}:`,
      ...of.slice(0, SHOWN_MAX).map(lineOf),
      ...(rest > 0 ? [`  and ${rest.toLocaleString('en-GB')} more`] : []),
    ];
  });
  return lines.length > 0 ? lines : ['Members, listings and bookings are the same.'];
}

const lineOf = ({ name, hours, reference, at }: Difference) =>
  `  ${[at, name, ...(hours === null ? [] : [`${hours} h`]), ...(reference === null ? [] : [reference])].join('  ')}`;

const csvOf = (differences: readonly Difference[]) =>
  csvFile([
    ['what', 'how', 'at', 'name', 'hours', 'partner', 'reference', 'id'],
    ...differences.map(({ what, how, at, name, hours, partner, reference, id }) => [
      ...[what, how, at, name, hours, partner ?? '', reference ?? '', id],
    ]),
  ]);
