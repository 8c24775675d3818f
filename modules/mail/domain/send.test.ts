/** One mail over TLS, to real mail servers with certificates of their own. */
import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { type MailConfig, readMailConfig } from '../../../core/base/mail-config.ts';
import { type MailServerOptions, startMailServer, type TestMailServer } from '../../../test-support/mail-server.ts';
import { createMailSender } from './send.ts';

const LOGIN = ['office', 'seven lanterns'] as const;

type Certificate = Readonly<Record<'key' | 'cert', string>>;
let trusted: Certificate;
let unknown: Certificate;
before(async () => {
  [trusted, unknown] = await Promise.all([certificate(), certificate()]);
  setDefaultCACertificates([...getCACertificates('default'), trusted.cert]);
});

let server: TestMailServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function certificate(): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  return { key, cert };
}

/** The settings of a server that is somewhere else: loopback alone may do without TLS. */
function elsewhere(url: string): MailConfig {
  const settings: Readonly<Record<string, string>> = {
    SMTP_URL: url.replace('://', `://${LOGIN.map(encodeURIComponent).join(':')}@`),
    MAIL_FROM: 'office@tb.example',
  };
  const config = readMailConfig((name) => settings[name]);
  assert.ok(config);
  return { ...config, isLoopback: false };
}

const MAIL = {
  ...{ subject: 'News', text: 'See you on Friday.', html: '<p>See you on Friday.</p>' },
  ...{ to: { name: 'Helga Brandt', address: 'helga@example.org' }, messageUuid: crypto.randomUUID() },
  date: new Date(),
};

async function sent(options: MailServerOptions) {
  server = await startMailServer({ login: LOGIN, ...options });
  const sender = createMailSender(elsewhere(server.url));
  const failures = [await sender.check(), await sender.send(MAIL)];
  sender.close();
  return { failures, mails: server.mails.map(({ to, isSecure }) => [to, isSecure]) };
}

for (const from of ['starttls', 'start'] as const) {
  const how = from === 'start' ? 'with TLS from the start' : 'after STARTTLS';
  test(`a mail reaches a server ${how}, with the password over TLS alone`, async () => {
    const { failures, mails } = await sent({ tls: { ...trusted, from } });
    assert.deepEqual(failures, [undefined, undefined]);
    assert.deepEqual(mails, [['helga@example.org', true]]);
  });

  test(`a server ${how} with a certificate that is not trusted gets neither mail nor password`, async () => {
    const { failures, mails } = await sent({ tls: { ...unknown, from } });
    for (const failure of failures) {
      assert.equal(failure?.error, 'unreachable');
      assert.match(failure?.answer ?? '', /self-signed certificate/i);
    }
    assert.deepEqual(mails, []);
  });
}

test('a server elsewhere that offers no TLS gets nothing', async () => {
  const { failures, mails } = await sent({});
  for (const failure of failures) {
    // STARTTLS is asked for, and nothing is said before it.
    assert.deepEqual(failure, { error: 'not_accepted', answer: '500 Error: command not recognized' });
  }
  assert.deepEqual(mails, []);
});

test('letters beyond ASCII before the @ are sent only to a server that offers them', async () => {
  for (const utf8 of [true, false]) {
    server = await startMailServer({ utf8 });
    const config = readMailConfig((name) => ({ SMTP_URL: server?.url, MAIL_FROM: 'office@tb.example' })[name]);
    const sender = createMailSender(config as MailConfig, 'tb.example');
    const failure = await sender.send({ ...MAIL, to: { name: '', address: 'jürgen@example.org' } });
    sender.close();
    assert.equal(failure?.error, utf8 ? undefined : 'no_address');
    assert.deepEqual(
      server.mails.map(({ to, ehlo }) => [to, ehlo]),
      utf8 ? [['jürgen@example.org', 'tb.example']] : [],
    );
    await server.stop();
  }
});
