/** `timebank partner …`: the partner administration of the console, from the command line. */
import { hoursFromSeconds } from '@timebank/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { revokeSecret, rotateSecret } from '../domain/partners/credentials.ts';
import { changeKeys } from '../domain/partners/keys.ts';
import {
  activatePartner,
  addPartner,
  changePartner,
  findPartnerByClientId,
  type ListedPartner,
  type PartnerAct,
  readPartners,
  suspendPartner,
} from '../domain/partners/provision.ts';
import type { PartnerSettingsInput } from '../domain/partners/settings.ts';
import { changeReconciliation, type ReconciliationChanges } from '../domain/reconcile/settings.ts';
import { COMMUNITY_OPTION, communityOf } from './community-option.ts';
import { COMMAND_LINE, type CommandContext, type CommandTools, report, table, withDatabase } from './context.ts';
import { reportList } from './lists.ts';
import { type KeyOptions, keyChangesOf, keyLines, keysJson, withKeys } from './partner-keys.ts';
import { hoursArgument, hoursOrNone } from './values.ts';

interface SettingOptions {
  readonly name?: string;
  readonly scopes?: string;
  readonly rateLimit?: number;
  readonly allowIp?: string[];
  readonly allowAnyIp?: boolean;
  readonly maxCreditHours?: number;
  readonly maxMemberDayHours?: number | null;
  readonly maxPartnerDayHours?: number | null;
  readonly json?: boolean;
}

export function registerPartnerCommands(program: Command, context: CommandContext): void {
  const partner = program.command('partner').description('provision partners and their credentials');

  withSettings(partner.command('create'))
    .description('create a partner; prints its client id and its secret, which is shown only once')
    .option(...COMMUNITY_OPTION)
    .requiredOption('--name <name>', 'name of the partner')
    .requiredOption('--scopes <scopes>', 'its scopes, separated by spaces: "users.read wallet.write"')
    .option('--json', 'print JSON')
    .action(async (options: SettingOptions & { community?: string; name: string; scopes: string }) => {
      const created = await withDatabase(context, 'partner create', async (tools) => {
        const { id } = await communityOf(tools.database, options.community);
        const settings = { ...settingsOf(options), name: options.name, scopes: words(options.scopes) };
        return addPartner(tools, { communityId: id, actor: COMMAND_LINE }, settings);
      });
      report(context, options.json, { client_id: created.clientId, client_secret: created.clientSecret }, [
        `client_id      ${created.clientId}`,
        `client_secret  ${created.clientSecret}`,
        'The secret is shown only once: hand it over through a secure channel.',
      ]);
    });

  partner
    .command('list')
    .description('list the partners of a community')
    .option(...COMMUNITY_OPTION)
    .option('--json', 'print JSON')
    .action(async (options: { community?: string; json?: boolean }) => {
      const partners = await withDatabase(context, 'partner list', async ({ database }) => {
        const { id } = await communityOf(database, options.community);
        return readPartners(database, id);
      });
      const values = partners.map(partnerJson);
      const lines = values.length
        ? table(
            ['client id', 'name', 'status', 'scopes'],
            values.map((row) => [row.client_id, row.name, row.status, row.scopes.join(' ')]),
          )
        : ['No partners yet: timebank partner create --community … --name … --scopes "…"'];
      reportList(context, options.json, values, () => lines);
    });

  partner
    .command('show')
    .description('show one partner: its settings, secrets and keys')
    .argument('<client id>')
    .option('--json', 'print JSON')
    .action(async (clientId: string, options: { json?: boolean }) => {
      const shown = await onPartner(context, 'partner show', clientId, async ({ database }, act) =>
        (await readPartners(database, act.communityId)).find(({ id }) => id === act.partnerId),
      );
      if (!shown) return;
      report(context, options.json, partnerJson(shown), [
        `client id       ${shown.clientId}`,
        `name            ${shown.name}`,
        `status          ${shown.status}`,
        `scopes          ${shown.scopes.join(' ')}`,
        ...shown.credentials
          .filter(({ revokedAt }) => !revokedAt)
          .map(
            ({ id, hint, expiresAt }) =>
              `secret          ${hint}  id ${id}${expiresAt ? `  until ${expiresAt.toISOString()}` : ''}`,
          ),
        ...keyLines(shown),
      ]);
    });

  withKeys(withSettings(partner.command('update')))
    .description('change a partner; settings you omit stay the same')
    .argument('<client id>')
    .option('--name <name>', 'name of the partner')
    .option('--scopes <scopes>', 'all its scopes from now on, separated by spaces')
    .addOption(
      new Option(
        '--match-by <reference>',
        "which of the bank's references its credits carry, for reconciliation",
      ).choices(['entry-reference', 'end-to-end-id']),
    )
    .option(
      '--hours-per-unit <rate...>',
      'what money is worth: EUR=1/20 is one hour for 20 euros; EUR=none removes the rate',
    )
    .option('--json', 'print JSON')
    .action(async (clientId: string, options: SettingOptions & ReconciliationOptions & KeyOptions) => {
      const changes = settingsOf(options);
      const reconciliation = reconciliationOf(options);
      const keys = await keyChangesOf(options);
      await onPartner(context, 'partner update', clientId, async (tools, act) => {
        if (Object.keys(changes).length > 0) await changePartner(tools, act, changes);
        if (Object.keys(reconciliation).length > 0) await changeReconciliation(tools, act, reconciliation);
        if (Object.keys(keys).length > 0) await changeKeys(tools, act, keys);
      });
      const changed = Object.keys({ ...changes, ...reconciliation, ...keys });
      report(context, options.json, { client_id: clientId, changed }, [`${clientId} changed.`]);
    });

  for (const [name, description, setStatus] of [
    ['suspend', 'suspend a partner from its next request on; its events are held', suspendPartner],
    ['activate', 'activate a pending or suspended partner', activatePartner],
  ] as const) {
    partner
      .command(name)
      .description(description)
      .argument('<client id>')
      .option('--json', 'print JSON')
      .action(async (clientId: string, options: { json?: boolean }) => {
        await onPartner(context, `partner ${name}`, clientId, (tools, act) => setStatus(tools, act));
        const status = name === 'suspend' ? 'suspended' : 'active';
        report(context, options.json, { client_id: clientId, status }, [`${clientId} is ${status}.`]);
      });
  }

  partner
    .command('rotate')
    .description('issue a new secret; the old one keeps working for the overlap')
    .argument('<client id>')
    .option(
      '--overlap-hours <hours>',
      'how long the old secret keeps working; 0 revokes it and its tokens at once',
      number,
      24,
    )
    .option('--json', 'print JSON')
    .action(async (clientId: string, options: { overlapHours: number; json?: boolean }) => {
      const issued = await onPartner(context, 'partner rotate', clientId, (tools, act) =>
        rotateSecret(tools, act, options.overlapHours),
      );
      report(context, options.json, { client_id: clientId, client_secret: issued.clientSecret }, [
        `client_secret  ${issued.clientSecret}`,
        `The old secret ${options.overlapHours === 0 ? 'is revoked' : `works for ${options.overlapHours} more hours`}.`,
      ]);
    });

  partner
    .command('revoke')
    .description('revoke one secret and the tokens issued with it (find its id with: partner list --json)')
    .argument('<client id>')
    .requiredOption('--credential <id>', 'id of the secret', number)
    .option('--json', 'print JSON')
    .action(async (clientId: string, options: { credential: number; json?: boolean }) => {
      await onPartner(context, 'partner revoke', clientId, (tools, act) =>
        revokeSecret(tools, act, options.credential),
      );
      report(context, options.json, { client_id: clientId, revoked: options.credential }, ['The secret is revoked.']);
    });
}

/** A partner for scripts. */
function partnerJson(row: ListedPartner) {
  const hours = (seconds: number | null) => (seconds === null ? null : hoursFromSeconds(seconds));
  return {
    client_id: row.clientId,
    name: row.name,
    status: row.status,
    scopes: row.scopes,
    allowed_addresses: row.allowedAddresses,
    rate_limit_per_minute: row.rateLimitPerMinute,
    max_credit_hours: hoursFromSeconds(row.maxCreditSeconds),
    max_member_day_hours: hours(row.maxMemberDaySeconds),
    max_partner_day_hours: hours(row.maxPartnerDaySeconds),
    credentials: row.credentials,
    ...keysJson(row),
  };
}

function withSettings(command: Command): Command {
  return command
    .option('--rate-limit <requests>', 'requests per minute; 0 for no limit', number)
    .option('--allow-ip <cidr...>', 'addresses or ranges it may call from')
    .option('--allow-any-ip', 'allow calls from any address again')
    .option('--max-credit-hours <hours>', 'maximum hours of one credit', hoursArgument)
    .option('--max-member-day-hours <hours>', 'maximum hours per member and day; none for no cap', hoursOrNone)
    .option('--max-partner-day-hours <hours>', 'maximum hours per day; none for no cap', hoursOrNone);
}

interface ReconciliationOptions {
  readonly matchBy?: 'entry-reference' | 'end-to-end-id';
  readonly hoursPerUnit?: string[];
}

function reconciliationOf({ matchBy, hoursPerUnit }: ReconciliationOptions): ReconciliationChanges {
  const rates = hoursPerUnit?.map((text): [string, string | null] => {
    const [currency = '', rate = ''] = text.split('=', 2);
    return [currency, rate === 'none' ? null : rate];
  });
  return {
    ...(matchBy === undefined ? {} : { matchBy: matchBy === 'entry-reference' ? 'entry_reference' : 'end_to_end_id' }),
    ...(rates === undefined ? {} : { hoursPerUnit: Object.fromEntries(rates) }),
  };
}

function settingsOf(options: SettingOptions): Partial<PartnerSettingsInput> {
  return {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.scopes === undefined ? {} : { scopes: words(options.scopes) }),
    ...(options.rateLimit === undefined ? {} : { rateLimitPerMinute: options.rateLimit }),
    ...(options.allowIp === undefined ? {} : { allowedAddresses: options.allowIp }),
    ...(options.allowAnyIp ? { allowedAddresses: [] } : {}),
    ...(options.maxCreditHours === undefined ? {} : { maxCreditSeconds: options.maxCreditHours }),
    ...(options.maxMemberDayHours === undefined ? {} : { maxMemberDaySeconds: options.maxMemberDayHours }),
    ...(options.maxPartnerDayHours === undefined ? {} : { maxPartnerDaySeconds: options.maxPartnerDayHours }),
  };
}

async function onPartner<T>(
  context: CommandContext,
  command: string,
  clientId: string,
  work: (tools: CommandTools, act: PartnerAct) => Promise<T>,
): Promise<T> {
  return await withDatabase(context, command, async (tools) => {
    const { communityId, id } = await findPartnerByClientId(tools.database, clientId);
    return await work(tools, { communityId, partnerId: id, actor: COMMAND_LINE });
  });
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

function number(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}
