/** /communities/{slug}/mail: whether mail is on, what became of it, a test, and what members agreed to. */
import { encodeId } from '@timebank/contract';
import { actOf, type CommunityHandler, type ConsoleHandler, personOf } from '../../../console/desk/call.ts';
import { memberIdOf } from '../../../console/desk/named-member.ts';
import { consoleConflict } from '../../../console/desk/refusal.ts';
import type { Mailbox } from '../../../core/base/mail-config.ts';
import { rateLimited } from '../../../core/base/refusal.ts';
import { createThrottle } from '../../../core/base/throttle.ts';
import { change } from '../../../core/change/change.ts';
import type { getMail, MailReport, sendTestMail, setMailConsent } from '../contract/mail.ts';
import { countMails, type ReportedMail, selectFailedMails, selectLastTest } from '../domain/console-queries.ts';
import { dueAdministratorMailsIn } from '../domain/due.ts';
import { kindOfMail } from '../domain/kinds.ts';
import { recordConsent } from '../domain/messages.ts';

const COUNTED_MAX = 1000;
const FAILURES_SHOWN = 20;
const TESTS_PER_PERSON = 5;

export const getMailHandler: ConsoleHandler<typeof getMail> = async ({ membership, session }, deps) => {
  const { communityId } = membership;
  const { mail, keptDays } = deps.config;
  const { reads } = deps.database;
  const [counts] = await countMails(reads, { communityId, limit: COUNTED_MAX });
  const failures = await selectFailedMails(reads, { communityId, limit: FAILURES_SHOWN });
  const [test] = await selectLastTest(reads, { communityId, administratorId: session?.administratorId ?? 0 });
  return {
    data: {
      on: mail !== undefined,
      from: mail ? shownMailbox(mail.from) : null,
      reply_to: mail?.replyTo ? shownMailbox(mail.replyTo) : null,
      per_minute: mail?.perMinute ?? null,
      kept_days: keptDays.mails,
      waiting: counts?.waiting ?? 0,
      to_print: counts?.toPrint ?? 0,
      bad_addresses: counts?.badAddresses ?? 0,
      failures: failures.map(presentMail),
      last_test: test ? presentMail(test) : null,
    },
  };
};

export interface TestMailHandlers {
  readonly sendTestMail: ConsoleHandler<typeof sendTestMail>;
}

/** The handler, with a count of tests. */
export function createTestMailHandlers(): TestMailHandlers {
  const tests = createThrottle(TESTS_PER_PERSON);
  return {
    async sendTestMail(call, deps) {
      const { administratorId, email } = personOf(call);
      if (!deps.config.mail) throw consoleConflict('mail_off', 'Mail is off: the operator sets SMTP_URL.');
      const waitSeconds = tests.count(String(administratorId), deps.clock.now().getTime());
      if (waitSeconds > 0) throw rateLimited('Too many tests.', waitSeconds);
      const act = actOf(call);
      await change(deps, act, async (within) => {
        const reasonKey = `mail.test:${administratorId}:${call.requestId}`;
        await dueAdministratorMailsIn(within, act.communityId, [{ reasonKey, administratorId }]);
        within.audit('mail.tested', `administrator:${administratorId}`);
        within.wake();
      });
      return { data: { to: email } };
    },
  };
}

export const setMailConsentHandler: CommunityHandler<typeof setMailConsent> = async (call, deps) => {
  const { member_ids, agreed } = call.body;
  return { data: { changed: await recordConsent(deps, actOf(call), member_ids.map(memberIdOf), agreed) } };
};

const shownMailbox = ({ name, address }: Mailbox) => (name === '' ? address : `${name} <${address}>`);

function presentMail({ reasonKey, memberId, at, nextAttemptAt, ...row }: ReportedMail): MailReport {
  return {
    ...row,
    kind: kindOfMail(reasonKey),
    member_id: memberId === null ? null : encodeId('usr', memberId),
    at: at.toISOString(),
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
  };
}
