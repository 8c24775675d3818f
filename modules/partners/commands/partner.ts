/** `timebank partner …`: the partner administration of the console, from the command line. */

import { PARTNER_PRESETS, type PartnerPreset } from '@timebank/contract';
import { type Command, Option } from 'commander';
import { communityWithId } from '../../../console/desk/commands/community-option.ts';
import { type CommandContext, report } from '../../../console/desk/commands/context.ts';
import { givenOf } from '../../../console/desk/commands/one.ts';
import {
  asTable,
  type CommonOptions,
  callOperation,
  inCommunity,
  type NamingWay,
  operationCommand,
} from '../../../console/desk/commands/operation.ts';
import { fieldsOf, withFields } from '../../../console/desk/commands/operation-options.ts';
import {
  hoursValue,
  hoursValueOrNone,
  nullOf,
  type OrNone,
  wholeNumber,
} from '../../../console/desk/commands/values.ts';
import { type CommandTools, withDatabase } from '../../../console/desk/commands/with-database.ts';
import { readNamedFile } from '../../../core/base/files.ts';
import { refusal } from '../../../core/base/refusal.ts';
import { findPartnerByClientId } from '../../../core/partners/provision.ts';
import { updateReconciliationSettings } from '../../bank/contract/reconciliation.ts';
import {
  createPartner,
  getPartner,
  listPartners,
  type Partner,
  revokeCredential,
  rotateCredential,
  setPartnerKeys,
  setPartnerStatus,
  updatePartner,
} from '../contract/partners.ts';
import { listPartnerRates, updatePartnerRates } from '../contract/rates.ts';
import { type RateOptions, rateChangesOf, rateLines, withRates } from './rate-options.ts';

interface SettingOptions extends CommonOptions {
  readonly preset?: PartnerPreset;
  readonly scopes?: string;
  readonly rateLimit?: number;
  readonly allowIp?: string[];
  readonly allowAnyIp?: boolean;
  readonly maxCreditHours?: number;
  readonly maxMemberDayHours?: OrNone<number>;
  readonly maxPartnerDayHours?: OrNone<number>;
}

interface ReconciliationOptions extends RateOptions {
  readonly matchBy?: 'entry-reference' | 'end-to-end-id';
}

const onPartner: NamingWay<{ readonly partnerId: string }> = {
  shape: (command) => command.argument('<client id>'),
  find: (tools, _, clientId) => findPartner(tools, clientId),
};

/** @throws Refusal not_found */
async function findPartner({ database }: CommandTools, clientId: string) {
  const { communityId, id } = await findPartnerByClientId(database, clientId);
  return { community: await communityWithId(database, communityId), params: { partnerId: String(id) } };
}

const capsOf = (preset: PartnerPreset | undefined) => (preset === undefined ? undefined : PARTNER_PRESETS[preset]);

/** Settings whose options are not those of their names, or hold more than a text. */
const SETTINGS = {
  scopes: ({ scopes, preset }: SettingOptions) =>
    scopes?.split(/\s+/).filter((word) => word !== '') ?? (preset && [...PARTNER_PRESETS[preset].scopes]),
  allowed_addresses: ({ allowIp, allowAnyIp }: SettingOptions) => (allowAnyIp ? [] : allowIp),
  rate_limit_per_minute: ({ rateLimit }: SettingOptions) => rateLimit,
  max_credit_hours: ({ maxCreditHours, preset }: SettingOptions) => maxCreditHours ?? capsOf(preset)?.max_credit_hours,
  max_member_day_hours: ({ maxMemberDayHours, preset }: SettingOptions) =>
    maxMemberDayHours === undefined ? capsOf(preset)?.max_member_day_hours : nullOf(maxMemberDayHours),
  max_partner_day_hours: ({ maxPartnerDayHours, preset }: SettingOptions) =>
    maxPartnerDayHours === undefined ? capsOf(preset)?.max_partner_day_hours : nullOf(maxPartnerDayHours),
};

const STATUS_COMMANDS = [
  ['suspend', 'suspended', 'suspend a partner from its next request on; its events are held'],
  ['activate', 'active', 'activate a pending or suspended partner'],
] as const;

export const PARTNER_COMMANDS = [
  operationCommand({
    words: 'partner create',
    description: 'create a partner; prints its client id and its secret, which is shown only once',
    operation: createPartner,
    on: inCommunity,
    shape: (command) =>
      withSettings(command)
        .addOption(
          new Option(
            '--preset <preset>',
            'scopes and caps that fit: a bank that credits hours, a municipality, or a partner that only reads; other options change single values',
          ).choices(Object.keys(PARTNER_PRESETS)),
        )
        .option(
          '--scopes <scopes>',
          'its scopes, separated by spaces: "users.read wallet.write"; required without a preset',
        ),
    own: SETTINGS,
    lines: ({ client_id, client_secret }) => [
      `client_id      ${client_id}`,
      `client_secret  ${client_secret}`,
      'The secret is shown only once: hand it over through a secure channel.',
    ],
  }),
  operationCommand({
    words: 'partner list',
    description: 'list the partners of a community',
    operation: listPartners,
    on: inCommunity,
    lines: asTable(
      ['client id', 'name', 'status', 'scopes'],
      (row: Partner) => [row.client_id, row.name, row.status, row.scopes.join(' ')],
      'No partners yet: timebank partner create --community <slug> --name <name> --scopes "<scopes>"',
    ),
  }),
  operationCommand({
    words: 'partner show',
    description: 'show one partner: its settings, secrets and keys',
    operation: getPartner,
    on: onPartner,
    lines: describe,
  }),
  operationCommand({
    words: 'partner rates',
    description: "list the exchange rates that hold for a partner: its own, otherwise the community's",
    operation: listPartnerRates,
    on: onPartner,
    lines: rateLines,
  }),
  ...STATUS_COMMANDS.map(([name, status, description]) =>
    operationCommand({
      words: `partner ${name}`,
      description,
      operation: setPartnerStatus,
      on: onPartner,
      own: { status: () => status },
      lines: (partner) => [`${partner.client_id} is ${partner.status}.`],
    }),
  ),
  operationCommand({
    words: 'partner rotate',
    description: 'issue a new secret; the old one keeps working for the overlap',
    operation: rotateCredential,
    on: onPartner,
    shape: (command) =>
      command.option(
        '--overlap-hours <hours>',
        'how long the old secret keeps working; 0 revokes it and its tokens at once',
        wholeNumber,
        24,
      ),
    own: { overlap_hours: ({ overlapHours }: CommonOptions & { readonly overlapHours: number }) => overlapHours },
    lines: ({ client_secret }, { overlapHours }) => [
      `client_secret  ${client_secret}`,
      `The old secret ${overlapHours === 0 ? 'is revoked' : `works for ${overlapHours} more hours`}.`,
    ],
  }),
  operationCommand({
    words: 'partner revoke',
    description: 'revoke one secret and the tokens issued with it (find its id with: partner show)',
    operation: revokeCredential,
    on: {
      shape: (command) => command.argument('<client id>').requiredOption('--credential <id>', 'id of the secret'),
      async find(tools, { credential }: CommonOptions & { readonly credential: string }, clientId) {
        const { community, params } = await findPartner(tools, clientId);
        return { community, params: { ...params, credentialId: credential } };
      },
    },
    lines: () => ['The secret is revoked.'],
  }),
  registerUpdate,
];

/** Up to four operations, each in a change of its own: settings, how its payments are matched, rates, keys. */
function registerUpdate(partner: Command, context: CommandContext): void {
  const command = partner.command('update').description('change a partner; settings you omit stay the same');
  withKeys(withRates(withFields(withSettings(command), updatePartner, SETTINGS)))
    .argument('<client id>')
    .option('--scopes <scopes>', 'all its scopes from now on, separated by spaces')
    .addOption(
      new Option(
        '--match-by <reference>',
        "which of the bank's references its credits carry, for reconciliation",
      ).choices(['entry-reference', 'end-to-end-id']),
    )
    .option('--json', 'print JSON, as the console reads it')
    .action(async (clientId: string, options: SettingOptions & ReconciliationOptions & KeyOptions) => {
      const settings = settingsOf(options);
      const matching = givenOf({ match_by: options.matchBy?.replaceAll('-', '_') });
      const rates = rateChangesOf(options);
      const keys = await keyChangesOf(options);
      const changed = await withDatabase(context, 'partner update', async (tools) => {
        const place = await findPartner(tools, clientId);
        if (hasAny(settings)) await callOperation(updatePartner, tools, place, settings);
        if (hasAny(matching)) {
          await callOperation(updateReconciliationSettings, tools, place, matching);
        }
        if (rates) await callOperation(updatePartnerRates, tools, place, rates);
        if (hasAny(keys)) await callOperation(setPartnerKeys, tools, place, keys);
        return (await callOperation(getPartner, tools, place, {})).data;
      });
      report(context, options.json, changed, [`${clientId} changed.`]);
    });
}

const hasAny = (fields: object) => Object.keys(fields).length > 0;

function withSettings(command: Command): Command {
  return command
    .option('--rate-limit <requests>', 'requests per minute; 0 for no limit', wholeNumber)
    .option('--allow-ip <cidr...>', 'addresses or ranges it may call from')
    .option('--allow-any-ip', 'allow calls from any address again')
    .option('--max-credit-hours <hours>', 'maximum hours of one credit', hoursValue)
    .option('--max-member-day-hours <hours>', 'maximum hours per member and day; none for no cap', hoursValueOrNone)
    .option('--max-partner-day-hours <hours>', 'maximum hours per day; none for no cap', hoursValueOrNone);
}

const settingsOf = (options: SettingOptions) =>
  givenOf({
    ...fieldsOf(updatePartner, options),
    ...Object.fromEntries(Object.entries(SETTINGS).map(([field, read]) => [field, read(options)])),
  });

function describe(partner: Partner): string[] {
  const until = (expiresAt: string | null) => (expiresAt === null ? '' : `  until ${expiresAt}`);
  return [
    `client id       ${partner.client_id}`,
    `name            ${partner.name}`,
    `status          ${partner.status}`,
    `scopes          ${partner.scopes.join(' ')}`,
    ...partner.credentials
      .filter(({ status }) => status !== 'revoked')
      .map(({ id, hint, expires_at }) => `secret          ${hint}  id ${id}${until(expires_at)}`),
    ...keyLines(partner),
  ];
}

// Keys of partners on the command line: the options that set them, and how they are printed.

export interface KeyOptions {
  readonly jwks?: string;
  readonly keysOnly?: 'on' | 'off';
  readonly boundTokens?: 'on' | 'off';
}

function withKeys(command: Command): Command {
  const onOrOff = (flags: string, description: string) => new Option(flags, description).choices(['on', 'off']);
  return command
    .option('--jwks <source>', 'its public keys: a file with a JWK Set, an https URL, or none')
    .addOption(onOrOff('--keys-only <on|off>', 'refuse its secrets; needs keys'))
    .addOption(onOrOff('--bound-tokens <on|off>', 'refuse tokens that are not bound to a key (DPoP)'));
}

/**
 * What the options change; the file is read.
 * @throws refusal validation_failed when it cannot be read
 */
async function keyChangesOf({ jwks, keysOnly, boundTokens }: KeyOptions) {
  const isOn = (choice: 'on' | 'off' | undefined) => (choice === undefined ? undefined : choice === 'on');
  return givenOf({
    keys: jwks === undefined ? undefined : await newKeysOf(jwks),
    keys_only: isOn(keysOnly),
    bound_tokens_only: isOn(boundTokens),
  });
}

async function newKeysOf(source: string): Promise<{ readonly url: string } | { readonly jwks: unknown } | null> {
  if (source === 'none') return null;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) return { url: source };
  const text = await readNamedFile('the key set', source);
  try {
    return { jwks: JSON.parse(text) };
  } catch {
    throw refusal('validation_failed', `${source} is not JSON.`);
  }
}

/** For a person: a line for each key, and one for the URL. */
function keyLines({ keys, keys_only, bound_tokens_only }: Partner): string[] {
  const lines = (keys?.keys ?? []).map(
    ({ kid, alg, thumbprint }) => `key             ${alg}  ${thumbprint}${kid === null ? '' : `  kid ${kid}`}`,
  );
  if (keys?.url) {
    const error = keys.error === null ? '' : `; the last try failed: ${keys.error}`;
    lines.push(`keys from       ${keys.url}, read at ${keys.fetched_at}${error}`);
  }
  return [
    ...(lines.length > 0 ? lines : ['key             none']),
    `keys only       ${keys_only ? 'on' : 'off'}`,
    `bound tokens    ${bound_tokens_only ? 'on' : 'off'}`,
  ];
}
