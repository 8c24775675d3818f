/** `timebank partner …`: the partner administration of the console, from the command line. */

import { PARTNER_PRESETS, type PartnerPreset } from '@timebank/contract';
import { type Command, Option } from 'commander';
import { communityWithId } from '../../../console/desk/commands/community-option.ts';
import { type CommandContext, report } from '../../../console/desk/commands/context.ts';
import {
  type CommonOptions,
  callEach,
  callOperation,
  type NamingWay,
  operationCommand,
} from '../../../console/desk/commands/operation.ts';
import {
  givenFieldsOf,
  givenOf,
  onOrOff,
  ownFieldsOf,
  ownOption,
  withFields,
  withOwn,
} from '../../../console/desk/commands/operation-options.ts';
import { hoursValue, hoursValueOrNone, wholeNumber } from '../../../console/desk/commands/values.ts';
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
import { RATES_SHOWN, type RateOptions, rateChangesOf, withRates } from './rate-options.ts';

const onPartner: NamingWay<{ readonly partnerId: string }> = {
  shape: (command) => command.argument('<client id>'),
  find: (tools, _, clientId) => findPartner(tools, clientId),
};

/** @throws Refusal not_found */
async function findPartner({ database }: CommandTools, clientId: string) {
  const { communityId, id } = await findPartnerByClientId(database, clientId);
  return { community: await communityWithId(database, communityId), params: { partnerId: String(id) } };
}

interface SettingOptions extends CommonOptions {
  readonly preset?: PartnerPreset;
  readonly scopes?: string;
  readonly allowIp?: readonly string[];
  readonly allowAnyIp?: boolean;
}

/** Settings whose options are not those of their names, or hold more than a text. */
const SETTINGS = {
  rate_limit_per_minute: ownOption('--rate-limit <requests>', 'requests per minute; 0 for no limit', wholeNumber),
  allowed_addresses: {
    options: () => [
      new Option('--allow-ip <cidr...>', 'addresses or ranges it may call from'),
      new Option('--allow-any-ip', 'allow calls from any address again'),
    ],
    read: ({ allowIp, allowAnyIp }: SettingOptions) => (allowAnyIp ? [] : allowIp),
  },
  max_credit_hours: ownOption('--max-credit-hours <hours>', 'maximum hours of one credit', hoursValue),
  max_member_day_hours: ownOption(
    '--max-member-day-hours <hours>',
    'maximum hours per member and day; none for no cap',
    hoursValueOrNone,
  ),
  max_partner_day_hours: ownOption(
    '--max-partner-day-hours <hours>',
    'maximum hours per day; none for no cap',
    hoursValueOrNone,
  ),
};

const wordsOf = (scopes: string | undefined) => scopes?.split(/\s+/).filter((word) => word !== '');

/** A field that a preset has, too: the option comes first. */
const orPreset = (name: 'max_credit_hours' | 'max_member_day_hours' | 'max_partner_day_hours') => ({
  options: SETTINGS[name].options,
  read(options: SettingOptions) {
    const given = SETTINGS[name].read(options);
    return given === undefined && options.preset ? PARTNER_PRESETS[options.preset][name] : given;
  },
});

const statusCommand = (name: string, status: 'active' | 'suspended', help: string) =>
  operationCommand(`partner ${name}`, setPartnerStatus, {
    help,
    on: onPartner,
    own: { status: () => status },
    lines: (partner) => [`${partner.client_id} is ${partner.status}.`],
  });

const OVERLAP = ownOption(
  '--overlap-hours <hours>',
  'how long the old secret keeps working; 0 revokes it and its tokens at once',
  wholeNumber,
);

export const PARTNER_COMMANDS = [
  operationCommand('partner create', createPartner, {
    help: 'create a partner; prints its client id and its secret, which is shown only once',
    own: {
      ...SETTINGS,
      max_credit_hours: orPreset('max_credit_hours'),
      max_member_day_hours: orPreset('max_member_day_hours'),
      max_partner_day_hours: orPreset('max_partner_day_hours'),
      scopes: {
        options: () => [
          new Option(
            '--preset <preset>',
            'scopes and caps that fit: a bank that credits hours, a municipality, or a partner that only reads; other options change single values',
          ).choices(Object.keys(PARTNER_PRESETS)),
          new Option(
            '--scopes <scopes>',
            'its scopes, separated by spaces: "users.read wallet.write"; required without a preset',
          ),
        ],
        read: ({ scopes, preset }: SettingOptions) =>
          wordsOf(scopes) ?? (preset && [...PARTNER_PRESETS[preset].scopes]),
      },
    },
    lines: ({ client_id, client_secret }) => [
      `client_id      ${client_id}`,
      `client_secret  ${client_secret}`,
      'The secret is shown only once: hand it over through a secure channel.',
    ],
  }),
  operationCommand('partner list', listPartners, {
    help: 'list the partners of a community',
    columns: ({ client_id, name, status, scopes }) => ({
      'client id': client_id,
      name,
      status,
      scopes: scopes.join(' '),
    }),
    empty: 'No partners yet: timebank partner create --community <slug> --name <name> --scopes "<scopes>"',
  }),
  operationCommand('partner show', getPartner, {
    help: 'show one partner: its settings, secrets and keys',
    on: onPartner,
    lines: describe,
  }),
  operationCommand('partner rates', listPartnerRates, {
    help: "list the exchange rates that hold for a partner: its own, otherwise the community's",
    on: onPartner,
    ...RATES_SHOWN,
  }),
  statusCommand('suspend', 'suspended', 'suspend a partner from its next request on; its events are held'),
  statusCommand('activate', 'active', 'activate a pending or suspended partner'),
  operationCommand('partner rotate', rotateCredential, {
    help: 'issue a new secret; the old one keeps working for the overlap',
    on: onPartner,
    own: { overlap_hours: { ...OVERLAP, options: () => OVERLAP.options().map((option) => option.default(24)) } },
    lines: ({ client_secret }, { overlapHours }: CommonOptions & { readonly overlapHours?: number }) => [
      `client_secret  ${client_secret}`,
      `The old secret ${overlapHours === 0 ? 'is revoked' : `works for ${overlapHours} more hours`}.`,
    ],
  }),
  operationCommand('partner revoke', revokeCredential, {
    help: 'revoke one secret and the tokens issued with it (find its id with: partner show)',
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

const KEYS = {
  keys: ownOption('--jwks <source>', 'its public keys: a file with a JWK Set, an https URL, or none'),
  keys_only: onOrOff('--keys-only <on|off>', 'refuse its secrets; needs keys'),
  bound_tokens_only: onOrOff('--bound-tokens <on|off>', 'refuse tokens that are not bound to a key (DPoP)'),
};

interface UpdateOptions extends RateOptions {
  readonly scopes?: string;
  readonly matchBy?: string;
  readonly jwks?: string;
  readonly json?: boolean;
}

/** Settings, how its payments are matched, rates, keys. */
function registerUpdate(partner: Command, context: CommandContext): void {
  const command = partner.command('update').description('change a partner; settings you omit stay the same');
  withOwn(withRates(withFields(withOwn(command, SETTINGS), updatePartner, { ...SETTINGS, scopes: true })), KEYS)
    .argument('<client id>')
    .option('--scopes <scopes>', 'all its scopes from now on, separated by spaces')
    .addOption(
      new Option(
        '--match-by <reference>',
        "which of the bank's references its credits carry, for reconciliation",
      ).choices(['entry-reference', 'end-to-end-id']),
    )
    .option('--json', 'print JSON, as the console reads it')
    .action(async (clientId: string, options: UpdateOptions) => {
      const { scopes, matchBy, jwks } = options;
      const settings = { ...givenFieldsOf(updatePartner, SETTINGS, options), scopes: wordsOf(scopes) };
      const keys = jwks === undefined ? {} : { keys: await newKeysOf(jwks) };
      const changes = [
        [updatePartner, givenOf(settings)],
        [updateReconciliationSettings, givenOf({ match_by: matchBy?.replaceAll('-', '_') })],
        [updatePartnerRates, rateChangesOf(options)],
        [setPartnerKeys, { ...ownFieldsOf(KEYS, options), ...keys }],
      ] as const;
      const changed = await withDatabase(context, 'partner update', async (tools) => {
        const place = await findPartner(tools, clientId);
        await callEach(tools, place, changes);
        return (await callOperation(getPartner, tools, place, {})).data;
      });
      report(context, options.json, changed, [`${clientId} changed.`]);
    });
}

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

/**
 * A key set that is named.
 * @throws refusal validation_failed when it cannot be read
 */
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
