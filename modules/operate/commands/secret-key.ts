/** `timebank secret-key …`: replaces the key, or continues without a lost one. */
import { rm } from 'node:fs/promises';
import { encodeId } from '@timebank/contract';
import type { Command } from 'commander';
import { COMMAND_LINE, type CommandContext, report, warningsTo } from '../../../console/desk/commands/context.ts';
import { type ExclusiveDatabase, withDatabaseAlone } from '../../../console/desk/commands/with-database.ts';
import type { Clock } from '../../../core/base/clock.ts';
import { type Config, ConfigError } from '../../../core/base/config.ts';
import { deriveKeys } from '../../../core/base/keys.ts';
import type { Transaction } from '../../../core/database/query.ts';
import {
  createKeyFile,
  keepAside,
  keyFileOf,
  newSecretKey,
  nextKeyFileOf,
  putNextKeyInPlace,
  readKeyFile,
} from '../../../core/installation/key-file.ts';
import { selectKeyCheck } from '../../../core/installation/queries.ts';
import { findSecretKey, fits } from '../../../core/installation/secret-key.ts';
import {
  acceptLoss,
  findLost,
  type KeyRotation,
  type LostSecrets,
  rotateKey,
} from '../domain/installation/change-key.ts';

interface Json {
  readonly json?: boolean;
}

export function registerSecretKeyCommands(secretKey: Command, context: CommandContext): void {
  secretKey
    .command('rotate')
    .description('re-encrypt everything under a new key; stop the service first')
    .option('--new-key-file <file>', 'file with the new key, if the current one is in SECRET_KEY')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
It refuses while anything else is connected, because a running service would go on encrypting under the old key.
The old key is kept next to the new one: backups made before the rotation need it. Recovery codes become invalid.
If the rotation is interrupted, the next start of the service or of this command completes it.`,
    )
    .action(async (options: Json & { newKeyFile?: string }) => {
      const rotation = await withDatabaseAlone(context, 'secret-key rotate', (alone) =>
        alone.config.secretKey === undefined
          ? rotateFile(alone, context, options.newKeyFile)
          : rotateSetting(alone, context, options.newKeyFile),
      );
      report(context, options.json, rotationJson(rotation), describeRotation(rotation));
    });

  secretKey
    .command('accept-loss')
    .description('continue without the lost key and discard what it encrypted; stop the service first')
    .option('--yes', 'confirm: what is discarded cannot be recovered')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Webhook subscriptions whose secret is lost are disabled until their partners rotate it and reactivate them.
Administrators sign in without one-time codes until they set them up again.
If you use SECRET_KEY, set it to a new key first (openssl rand -base64 32); otherwise a new DATA_DIR/secret.key is created.`,
    )
    .action(async (options: Json & { yes?: boolean }) => {
      const { lost, file } = await withDatabaseAlone(context, 'secret-key accept-loss', (alone) =>
        giveUp(alone, context, options.yes === true),
      );
      report(context, options.json, { key_file: file ?? null, ...lossJson(lost) }, [
        ...describeLoss(lost),
        file === undefined ? 'From now on the key is SECRET_KEY.' : `From now on the key is in ${file}: back it up.`,
        'You can start the service now.',
      ]);
    });
}

interface Rotation {
  /** Undefined: the database had changed over before. */
  readonly rotated: KeyRotation | undefined;
  readonly keyFile: string;
  readonly oldKeyFile: string | undefined;
  /** The key is in SECRET_KEY, which is to be set to the file's content. */
  readonly isSetting: boolean;
}

/** Next to the key, then in the database, then in its place: what is interrupted is finished by the next start. */
async function rotateFile(
  { config, clock, transaction }: ExclusiveDatabase,
  context: CommandContext,
  newKeyFile: string | undefined,
): Promise<Rotation> {
  checkHasFile(config);
  if (newKeyFile !== undefined) {
    throw new ConfigError(
      '--new-key-file is only for a key in SECRET_KEY; for a key in DATA_DIR, a new one is generated.',
    );
  }
  const keyFile = keyFileOf(config.dataDir);
  const found = await findSecretKey(config, await transaction(checkOf), clock, warningsTo(context));
  if (found.rotationFinished) return { rotated: undefined, keyFile, oldKeyFile: undefined, isSetting: false };
  const next = await createKeyFile(nextKeyFileOf(config.dataDir), newSecretKey());
  const act = { actor: COMMAND_LINE, at: clock.now() };
  const rotated = await transaction((open) => rotateKey(open, act, deriveKeys(found.key), deriveKeys(next)));
  const oldKeyFile = await putNextKeyInPlace(config.dataDir, act.at);
  return { rotated, keyFile, oldKeyFile, isSetting: false };
}

async function rotateSetting(
  { config, clock, transaction }: ExclusiveDatabase,
  context: CommandContext,
  keyFile: string | undefined,
): Promise<Rotation> {
  if (keyFile === undefined) {
    throw new ConfigError(
      'The current key is in SECRET_KEY: write a new one to a file (openssl rand -base64 32 > new.key) and pass it with --new-key-file.',
    );
  }
  const next = await readKeyFile(keyFile);
  if (next === undefined) throw new ConfigError(`There is no file ${keyFile}.`);
  const done = { keyFile, oldKeyFile: undefined, isSetting: true };
  const check = await transaction(checkOf);
  if (check !== null && fits(next, check)) return { rotated: undefined, ...done };
  const { key } = await findSecretKey(config, check, clock, warningsTo(context));
  const act = { actor: COMMAND_LINE, at: clock.now() };
  return { rotated: await transaction((open) => rotateKey(open, act, deriveKeys(key), deriveKeys(next))), ...done };
}

async function giveUp(
  { config, clock, transaction }: ExclusiveDatabase,
  context: CommandContext,
  confirmed: boolean,
): Promise<{ lost: LostSecrets; file: string | undefined }> {
  if (config.secretKey === undefined) checkHasFile(config);
  const file = config.secretKey === undefined ? keyFileOf(config.dataDir) : undefined;
  const check = await transaction(checkOf);
  const found = await findSecretKey(config, check, clock, warningsTo(context)).catch((error: unknown) => {
    if (error instanceof ConfigError) return undefined;
    throw error;
  });
  const known = found?.key ?? config.secretKey ?? (await usableKey(config.dataDir));
  const keys = known === undefined ? undefined : deriveKeys(known);
  const lost = await transaction((open) => findLost(open, keys));
  const count = lost.subscriptions.length + lost.totp.length;
  if (found && count === 0) throw new ConfigError('Nothing is lost: the key is right and decrypts every secret.');
  if (!confirmed) {
    throw new ConfigError(
      [
        ...describeLoss(lost),
        'Restore the key from a backup if there is one. To discard these secrets, repeat the command with --yes.',
      ].join('\n'),
    );
  }
  const key = known ?? (await makeKey(config.dataDir, clock));
  const act = { actor: COMMAND_LINE, at: clock.now() };
  return { lost: await transaction((open) => acceptLoss(open, act, deriveKeys(key))), file };
}

/** A key in the file that is not the database's: perhaps one that an interrupted command made. */
async function usableKey(dataDir: string): Promise<string | undefined> {
  return await readKeyFile(keyFileOf(dataDir)).catch(() => undefined);
}

/** Replaces a damaged one, of which a copy is kept. */
async function makeKey(dataDir: string, clock: Clock): Promise<string> {
  if (await keepAside(dataDir, clock.now())) await rm(keyFileOf(dataDir));
  return createKeyFile(keyFileOf(dataDir), newSecretKey());
}

/** With a server, production has its key in the setting; only the demo keeps a file of its own. */
function checkHasFile(config: Config): void {
  if (config.databaseUrl !== undefined && config.mode === 'production') {
    throw new ConfigError(
      'With DATABASE_URL, the key is in SECRET_KEY: set it (if the key is lost, to a new one: openssl rand -base64 32).',
    );
  }
}

async function checkOf(transaction: Transaction): Promise<Buffer | null> {
  const [row] = await selectKeyCheck(transaction);
  return row?.check ?? null;
}

function rotationJson({ rotated, keyFile, oldKeyFile, isSetting }: Rotation) {
  return {
    key_file: keyFile,
    old_key_file: oldKeyFile ?? null,
    secret_key_to_be_set: isSetting,
    was_done_before: rotated === undefined,
    subscriptions: rotated?.subscriptions ?? 0,
    totp_secrets: rotated?.totpSecrets ?? 0,
    recovery_codes_void: rotated?.recoveryCodes ?? [],
  };
}

function describeRotation({ rotated, keyFile, oldKeyFile, isSetting }: Rotation): string[] {
  return [
    rotated
      ? `${rotated.subscriptions} webhook secrets and ${rotated.totpSecrets} one-time-code secrets are encrypted under the new key.`
      : 'An interrupted rotation has been completed: the database uses the new key.',
    ...recoveryLines(rotated?.recoveryCodes ?? []),
    isSetting
      ? `Set SECRET_KEY to the content of ${keyFile} on every node, then start the service.`
      : `The new key is in ${keyFile}: back it up.`,
    ...(oldKeyFile === undefined ? [] : [`The old key is in ${oldKeyFile}: backups made until now need it.`]),
  ];
}

function lossJson({ subscriptions, totp, recoveryCodes }: LostSecrets) {
  return {
    subscriptions: subscriptions.map(({ id, community, clientId, partner, targetUrl }) => {
      return { id: encodeId('whs', id), community, client_id: clientId, partner, target_url: targetUrl };
    }),
    totp_removed: totp,
    recovery_codes_void: recoveryCodes,
  };
}

function describeLoss({ subscriptions, totp, recoveryCodes }: LostSecrets): string[] {
  return [
    `Webhook secrets lost: ${subscriptions.length || 'none'}`,
    ...subscriptions.map(
      ({ id, community, partner, targetUrl }) => `  ${encodeId('whs', id)}  ${community}  ${partner}  ${targetUrl}`,
    ),
    `One-time codes lost: ${totp.join(', ') || 'none'}`,
    ...recoveryLines(recoveryCodes),
  ];
}

function recoveryLines(emails: readonly string[]): string[] {
  return emails.length === 0
    ? []
    : [`Recovery codes that are now invalid and must be renewed in the console: ${emails.join(', ')}`];
}
