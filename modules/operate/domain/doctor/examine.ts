/** Examines an installation: every check by itself, whatever the others meet. Changes nothing. */
import type { Clock } from '../../../../core/base/clock.ts';
import type { Config } from '../../../../core/base/config.ts';
import { unknownInEnvironment } from '../../../../core/base/unknown-settings.ts';
import { connectDatabase } from '../../../../core/database/connect.ts';
import { verifyLedger } from '../ledger/invariants.ts';
import { databaseAccess } from './access.ts';
import {
  attributed,
  type Check,
  type CheckReport,
  type Finding,
  nothingFound,
  ok,
  problem,
  runCheck,
} from './check.ts';
import { databaseChecks } from './database.ts';
import { keyCheck } from './key.ts';
import { machineChecks } from './machine.ts';
import { mailChecks } from './mail.ts';
import { publicUrlChecks } from './public-url.ts';
import { serviceChecks } from './service.ts';
import { readSettings, settingsCheck } from './settings.ts';
import { backupChecks, workChecks } from './work.ts';

export interface ExamineOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The sentence for names in the file of settings that are none. */
  readonly faultOfFile: string | undefined;
  readonly clock: Clock;
  /** The version of timebank. */
  readonly version: string;
  /** Also verifies the ledger, which reads everything. */
  readonly ledger: boolean;
}

export interface Examination {
  readonly checks: readonly CheckReport[];
  /** A check has not ended, and what it waits for may never. */
  readonly hangs: boolean;
}

/** The embedded database, and a key that is no setting, are in the data folder; the service answers all the same. */
function reliesOnFolder(check: Check, { databaseUrl, secretKey }: Config): Check {
  const isInside = databaseUrl === undefined || (check.name === 'secret_key' && secretKey === undefined);
  return isInside && check.name !== 'service' ? { ...check, needs: ['data_folder', ...(check.needs ?? [])] } : check;
}

/** Reading everything takes as long as it takes; the database bounds it. */
const LEDGER_TIMEOUT_MS = 900_000;

export async function examine({ env, faultOfFile, clock, version, ledger }: ExamineOptions): Promise<Examination> {
  const settings = readSettings(env);
  const { config } = settings;
  const unusable = new Set(settings.unusable.keys());
  const access = databaseAccess(config);
  const examined = { config, clock, access };
  let hangs = false;
  const found = nothingFound();
  const run = (check: Check) =>
    runCheck(check, unusable, found, () => {
      hangs = true;
    });
  const atOnce = (checks: readonly Check[]) => Promise.all(checks.map(run));
  const inOrder = async (checks: readonly Check[]) => {
    const reports: CheckReport[] = [];
    for (const check of checks) reports.push(await run(check));
    return reports;
  };
  const verifies: Check = {
    name: 'ledger',
    settings: ['DATABASE_URL'],
    needs: ['schema'],
    timeoutMs: LEDGER_TIMEOUT_MS,
    async run(): Promise<Finding> {
      await access.app();
      const { appConnection } = await access.server();
      const database = await connectDatabase(appConnection, config.prepareStatements);
      try {
        const { holds, transfers } = await verifyLedger(database, clock);
        if (holds) return ok(`it holds: ${transfers} transfers`);
        return problem(
          'IT IS BROKEN',
          'See "timebank ledger verify". Switch off the partner API, and copy the database.',
        );
      } finally {
        await database.close();
      }
    },
  };
  try {
    const beyond = [...publicUrlChecks(config, clock), ...mailChecks(config)];
    const outside = atOnce(beyond);
    // First: who may not read the data folder sees nothing of the database in it.
    const first = [
      settingsCheck(settings, faultOfFile, unknownInEnvironment(env)),
      ...machineChecks(config, version, clock),
      ...backupChecks(examined),
    ];
    const machine = await atOnce(first);
    const database = await inOrder(
      [
        ...databaseChecks(examined),
        keyCheck(config, access),
        ...serviceChecks(config, access),
        ...workChecks(examined),
        ...(ledger ? [verifies] : []),
      ].map((check) => reliesOnFolder(check, config)),
    );
    // Their causes are known by now: whether the service can have started, whose the folder of backups is.
    const settled = (reports: readonly CheckReport[], checks: readonly Check[]) =>
      reports.map((report, at) => attributed(report, checks[at] ?? {}, found));
    return { checks: [...settled(machine, first), ...database, ...settled(await outside, beyond)], hangs };
  } finally {
    await access.close();
  }
}
