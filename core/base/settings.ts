/** Every setting in words, in the order of the guide and of `timebank settings`. `config.ts` reads them. */

/** One setting, for `timebank help settings` and the documentation. */
export interface Setting {
  readonly name: string;
  readonly defaultText: string;
  readonly description: string;
}

/** Settings that may come in a file instead. */
export const SECRET_SETTINGS: readonly string[] = [
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'SECRET_KEY',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** Those of before, which are refused with what to do instead. */
export const GONE_SETTINGS = ['PROCESSES'] as const;

export const SETTINGS: readonly Setting[] = [
  {
    name: 'MODE',
    defaultText: 'production (serve), demo (demo)',
    description:
      'production or demo. Production demands an https PUBLIC_URL unless HOST is loopback, and forbids the webhook openings.',
  },
  { name: 'HOST', defaultText: '127.0.0.1', description: 'Address to listen on.' },
  { name: 'PORT', defaultText: '8080', description: 'Port to listen on; 0 picks a free port.' },
  {
    name: 'PUBLIC_URL',
    defaultText: "the request's own origin",
    description: 'The origin partners use: issuer, error pages, Link, Location.',
  },
  {
    name: 'DATA_DIR',
    defaultText: "data in the project's folder",
    description: 'Embedded database, secret key and demo.json.',
  },
  {
    name: 'EMBEDDED_POSTGRES_BIN',
    defaultText: 'the PostgreSQL inside',
    description:
      "Folder with initdb and postgres (15 or newer) that run the embedded database instead, such as the system's /usr/lib/postgresql/18/bin.",
  },
  {
    name: 'BACKUP_DIR',
    defaultText: 'none',
    description: 'Folder, as a whole path, in which the running service makes a backup every day.',
  },
  { name: 'BACKUP_KEEP', defaultText: '14', description: 'How many of these backups are kept.' },
  {
    name: 'BACKUP_RECIPIENTS_FILE',
    defaultText: 'none',
    description:
      'File with age recipients, a public key in each line: backups are encrypted for them, and nothing on this machine opens one.',
  },
  {
    name: 'BACKUP_PASSPHRASE_FILE',
    defaultText: 'none',
    description:
      'File with a passphrase of at least 20 characters: backups are encrypted under it. Keep it elsewhere as well.',
  },
  {
    name: 'BACKUP_READABLE',
    defaultText: 'no',
    description: '`yes`: backups are not encrypted; whoever has one has everything.',
  },
  {
    name: 'DATABASE_URL',
    defaultText: 'the embedded database',
    description:
      'A PostgreSQL server (15 or newer), as the application role; with a standby, both: postgresql://…@db1:5432,db2:5432/…',
  },
  {
    name: 'MIGRATE_DATABASE_URL',
    defaultText: 'DATABASE_URL',
    description: 'The same server or servers, as the role that owns the tables.',
  },
  {
    name: 'DATABASE_PREPARE',
    defaultText: 'on',
    description: 'off behind a pooler: one unnamed statement at a time on each connection.',
  },
  {
    name: 'TRUST_PROXY',
    defaultText: 'none',
    description:
      'Comma-separated CIDRs of proxies whose X-Forwarded-* headers count; nothing wider than /8 (IPv6: /7).',
  },
  {
    name: 'SECRET_KEY',
    defaultText: 'DATA_DIR/secret.key',
    description:
      '32 bytes in base64; encrypts webhook and one-time-code secrets. Required with DATABASE_URL, and refused without (the demo keeps its own).',
  },
  {
    name: 'WEBHOOK_ALLOW_CIDR',
    defaultText: 'none',
    description:
      'Comma-separated ranges webhooks and key sets may be at although they are not public. Refused in production.',
  },
  {
    name: 'WEBHOOK_CA_FILE',
    defaultText: 'none',
    description:
      'PEM file of an additional certificate authority for webhook receivers and key sets. Refused in production.',
  },
  {
    name: 'METRICS_PORT',
    defaultText: 'off',
    description: 'Port on HOST for Prometheus metrics, apart from the public one.',
  },
  {
    name: 'DRAIN_SECONDS',
    defaultText: '5 (serve with DATABASE_URL), else 0',
    description: 'How long the service goes on answering after SIGTERM while /health/ready is 503, 300 at most.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    defaultText: 'off',
    description: 'Base URL of a collector that takes OpenTelemetry traces over HTTP, such as http://127.0.0.1:4318.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    defaultText: 'none',
    description: 'Headers for the collector: name=value, separated by commas.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    defaultText: '1',
    description: 'Share of requests that are traced, from 0 to 1; a proxy in TRUST_PROXY decides for its own.',
  },
  { name: 'OTEL_SERVICE_NAME', defaultText: 'timebank', description: 'The name of the service in traces.' },
  {
    name: 'SECURITY_CONTACT',
    defaultText: 'none',
    description:
      'E-mail address or https URL for reports of security holes, published in /.well-known/security.txt; without it, a page that says where to report.',
  },
  {
    name: 'OIDC_ISSUER',
    defaultText: 'none',
    description: 'https URL of the identity provider (OpenID Connect) through which administrators sign in.',
  },
  { name: 'OIDC_CLIENT_ID', defaultText: 'none', description: 'How the service is registered there.' },
  { name: 'OIDC_CLIENT_SECRET', defaultText: 'none', description: 'The secret of that registration.' },
  {
    name: 'OIDC_NAME',
    defaultText: "the issuer's host",
    description: 'What the button of the sign-in page calls the provider.',
  },
  {
    name: 'OIDC_ROLE_CLAIM',
    defaultText: 'none: invitations give roles',
    description: 'Claim with the groups or roles of a person; accounts are created from it and follow it.',
  },
  {
    name: 'OIDC_ROLES',
    defaultText: 'none',
    description:
      'What the values of that claim give, separated by commas: group=role:community, or group=operator for the switch of the whole installation.',
  },
  {
    name: 'LOCAL_ACCOUNTS',
    defaultText: 'on',
    description:
      'off: administrators sign in through the identity provider alone; passwords, passkeys and set-up links are refused, except links made by the command line for an existing account.',
  },
  {
    name: 'SMTP_URL',
    defaultText: 'off: nothing is sent',
    description:
      'The mail server: smtp://user:password@mail.example.org:587 (STARTTLS), or smtps:// for TLS from the start; without TLS on loopback only.',
  },
  {
    name: 'MAIL_FROM',
    defaultText: 'required with SMTP_URL',
    description: 'The address that mails come from: office@example.org, or Time Bank <office@example.org>.',
  },
  { name: 'MAIL_REPLY_TO', defaultText: 'MAIL_FROM', description: 'The address that answers go to.' },
  {
    name: 'MAIL_BOUNCE_TO',
    defaultText: 'MAIL_FROM',
    description: 'The address to which mail servers report what they could not deliver.',
  },
  {
    name: 'MAIL_PER_MINUTE',
    defaultText: '60',
    description: 'How many mails are sent within a minute, 1 to 6000.',
  },
  {
    name: 'KEEP_CALLS_DAYS',
    defaultText: '30',
    description: "Days for which partners' calls are logged, 1 to 366, and two million calls at most. Counts stay.",
  },
  {
    name: 'KEEP_EVENTS_DAYS',
    defaultText: '32',
    description: 'Days for which events and deliveries are kept, 32 to 92; partners are promised 30.',
  },
  {
    name: 'KEEP_EMAIL_READS_DAYS',
    defaultText: '396',
    description:
      'Days for which the audit log has who read an e-mail address, 366 to 3660; the database deletes none before a year.',
  },
  {
    name: 'KEEP_STATEMENT_LINES_DAYS',
    defaultText: '1098',
    description: 'Days for which lines of compared bank statements are kept, 92 to 3660.',
  },
  {
    name: 'KEEP_SESSIONS_DAYS',
    defaultText: '31',
    description:
      "Days for which administrators' sessions are kept (address, browser), 1 to 366; each is valid for hours.",
  },
  {
    name: 'KEEP_MAILS_DAYS',
    defaultText: '31',
    description:
      'Days for which the service keeps which mails it sent, to whom and why (not their text), and what the office wrote to members, 15 to 366.',
  },
  { name: 'LOG_LEVEL', defaultText: 'info', description: 'fatal, error, warn, info, debug, trace or silent.' },
  {
    name: 'LOG_REQUESTS',
    defaultText: 'failed',
    description: 'Requests with a line in the log: failed (answered with 4xx or 5xx), all or none.',
  },
  {
    name: 'TIMEBANK_COMMUNITY',
    defaultText: 'none',
    description:
      'Name of the community that an empty installation begins with; its short name in commands is made from it.',
  },
  {
    name: 'TIMEBANK_OWNER_EMAIL',
    defaultText: 'none',
    description:
      'E-mail address of its owner. The log has a set-up link, a new one at each start until the owner has used it.',
  },
  ...SECRET_SETTINGS.map((name) => ({
    name: `${name}_FILE`,
    defaultText: 'none',
    description: `File that holds ${name}; set one of the two.`,
  })),
];
