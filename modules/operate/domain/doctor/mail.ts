/** The mail server: whether it answers with TLS and lets the service sign in, and whether mails have a way back. */
import { resolve4, resolveMx } from 'node:dns/promises';
import type { Config } from '../../../../core/base/config.ts';
import { createMailSender } from '../../../mail/domain/send.ts';
import { type Check, type Finding, note, ok, problem } from './check.ts';

const TIMEOUT_MS = 15_000;

/** No check where mail is off. */
export function mailChecks({ mail, publicUrl }: Config): Check[] {
  if (!mail) return [];
  return [
    {
      name: 'mail_server',
      settings: ['SMTP_URL', 'MAIL_FROM'],
      timeoutMs: TIMEOUT_MS,
      async run(): Promise<Finding> {
        const sender = createMailSender(mail, publicUrl && new URL(publicUrl).hostname);
        const failure = await sender.check().finally(() => sender.close());
        const where = `${mail.host}:${mail.port}`;
        const isPlain = !mail.isTls && mail.isLoopback;
        const how = isPlain ? 'without TLS, on loopback' : mail.isTls ? 'TLS' : 'STARTTLS';
        if (!failure) return ok(`${where} answers (${how})${mail.login ? ', and lets the service sign in' : ''}`);
        const said = failure.answer ?? 'no reason was given';
        if (failure.error === 'unreachable') {
          return problem(
            `${where} cannot be reached ${isPlain ? '' : 'with '}${how}: ${said}`,
            'Check SMTP_URL, the firewall and the certificate of the server.',
          );
        }
        return problem(`${where} refuses the service: ${said}`, 'Check the user and the password in SMTP_URL.');
      },
    },
    {
      name: 'mail_from',
      settings: ['MAIL_FROM'],
      needs: ['mail_server'],
      async run(): Promise<Finding> {
        const domain = mail.from.address.slice(mail.from.address.lastIndexOf('@') + 1);
        if (mail.isLoopback) return ok(`${mail.from.address}, handed to a server on this machine`);
        const found = await resolveMx(domain).catch(() => []);
        if (found.length > 0 || (await resolve4(domain).catch(() => [])).length > 0) return ok(mail.from.address);
        return note(
          `nothing can be delivered to the domain of ${mail.from.address}`,
          'Use an address in MAIL_FROM that exists: many servers refuse mail that cannot be answered.',
        );
      },
    },
  ];
}
