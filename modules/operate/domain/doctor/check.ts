/** A check of an installation, its findings, and its run, which is bounded in time. */
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../../../../core/base/config.ts';
import { SystemError } from '../../../../core/base/system-error.ts';
import { DatabaseUnavailable, sqlState } from '../../../../core/database/connection.ts';
import { DatabaseOpenError, explainDatabaseError } from '../../../../core/database/open-error.ts';

export interface Finding {
  readonly result: 'ok' | 'note' | 'problem' | 'not_checked';
  /** The observation, in a few words; for `not_checked`, the reason. */
  readonly finding: string;
  /** The action to take. */
  readonly advice: string | null;
  /** Checks that rely on this one cannot run. */
  readonly blocks?: boolean;
}

export interface Check {
  readonly name: string;
  /** The settings it relies on; it is left out when one of them cannot be used. */
  readonly settings?: readonly string[];
  /** The checks it relies on; it is left out when one of them has found what blocks it. */
  readonly needs?: readonly string[];
  /** Checks whose problem is the cause of a problem of this one, which is then none of its own. */
  readonly follows?: readonly string[];
  /** Undefined: five seconds. */
  readonly timeoutMs?: number;
  run(): Promise<Finding>;
}

export interface CheckReport extends Omit<Finding, 'blocks'> {
  readonly name: string;
}

/** What the checks before have found. */
export interface Found {
  /** Those whose finding hides others. */
  readonly blocked: Set<string>;
  /** Those that have found a problem, or the cause of others. */
  readonly failed: Set<string>;
}

export const nothingFound = (): Found => ({ blocked: new Set(), failed: new Set() });

/** A check that cannot look; the message says why. */
export class NotPossible extends Error {}

export const CHECK_TIMEOUT_MS = 5000;

export const ok = (finding: string): Finding => ({ result: 'ok', finding, advice: null });
export const note = (finding: string, advice: string | null): Finding => ({ result: 'note', finding, advice });
export const problem = (finding: string, advice: string): Finding => ({ result: 'problem', finding, advice });
/** A finding that hides others: what relies on it is not blamed. */
export const blocking = (finding: Finding): Finding => ({ ...finding, blocks: true });
export const notChecked = (finding: string): Finding => ({ result: 'not_checked', finding, advice: null });

/** The problem that a sentence of the form "what is wrong: what to do." tells. */
export function problemOf(
  sentence: string,
  advice = 'See the section "When something is wrong" of the operator guide.',
) {
  const [what, toDo] = partsOf(sentence);
  return problem(what, toDo ?? advice);
}

/** Parts a sentence at its first colon or semicolon that is neither in brackets nor in quotes. */
export function partsOf(sentence: string): readonly [what: string, toDo: string | undefined] {
  const text = sentence.replace(/\.$/, '');
  let depth = 0;
  let quoted = false;
  for (const [at, letter] of [...text].entries()) {
    if (letter === '"') quoted = !quoted;
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (depth > 0 || quoted || !/^[:;] /.test(text.slice(at, at + 2))) continue;
    const toDo = text.slice(at + 2);
    return [text.slice(0, at), `${toDo[0]?.toUpperCase()}${toDo.slice(1)}.`];
  }
  return [text, undefined];
}

/**
 * Runs a check.
 * @param unusable the settings that cannot be used
 * @param found what the checks so far have found; this one is added to it
 * @param onTimeout called when it has not ended in time; what it waits for may never end
 */
export async function runCheck(
  check: Check,
  unusable: ReadonlySet<string>,
  found: Found,
  onTimeout: () => void = () => {},
): Promise<CheckReport> {
  const { name, settings = [], needs = [], timeoutMs = CHECK_TIMEOUT_MS } = check;
  const missing = settings.filter((setting) => unusable.has(setting));
  if (missing.length > 0) {
    found.blocked.add(name);
    return { name, ...notChecked(`${missing.join(' and ')} cannot be used`) };
  }
  const blocker = needs.find((one) => found.blocked.has(one));
  if (blocker !== undefined) return { name, ...notChecked(seeLine(blocker)) };
  const ended = new AbortController();
  const tooLate = delay(timeoutMs, undefined, { signal: ended.signal }).then(
    () => {
      onTimeout();
      return notChecked(`no answer within ${timeoutMs / 1000} s`);
    },
    () => notChecked('ended'),
  );
  // A synchronous error is an answer, too.
  const answer = (async () => await check.run())().catch(findingOf);
  try {
    const { blocks, ...finding } = await Promise.race([answer, tooLate]);
    if (blocks) found.blocked.add(name);
    if (blocks || finding.result === 'problem') found.failed.add(name);
    return attributed({ name, ...finding }, check, found);
  } finally {
    ended.abort();
  }
}

const seeLine = (name: string) => `see the line "${name.replaceAll('_', ' ')}"`;

/** A problem that another one has caused, as no problem of its own. */
export function attributed(
  report: CheckReport,
  { follows = [] }: Pick<Check, 'follows'>,
  { failed }: Found,
): CheckReport {
  const cause = report.result === 'problem' ? follows.find((one) => failed.has(one)) : undefined;
  return cause === undefined ? report : { name: report.name, ...notChecked(`${report.finding}; ${seeLine(cause)}`) };
}

/** undefined_table, undefined_column */
const OTHER_SCHEMA = /^42(P01|703)$/;
const STATEMENT_TIMEOUT = '57014';

function findingOf(error: unknown): Finding {
  if (error instanceof NotPossible) return notChecked(error.message);
  if ([ConfigError, DatabaseOpenError, SystemError].some((kind) => error instanceof kind)) {
    return problemOf((error as Error).message);
  }
  const state = sqlState(error);
  if (OTHER_SCHEMA.test(state ?? '')) return notChecked('the schema is not the one of this version');
  if (state === STATEMENT_TIMEOUT) return notChecked('the database took too long');
  const sentence = explainDatabaseError(error);
  if (sentence !== undefined) return problemOf(sentence);
  if (error instanceof DatabaseUnavailable) return notChecked(`the database does not answer (${error.message})`);
  return notChecked(error instanceof Error ? error.message : String(error));
}
