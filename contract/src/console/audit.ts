/** The audit log: every change by anyone, and every read of personal data. */
import { type Static, Type } from 'typebox';
import { oneOf, PAGING, text, timestamp } from '../query.ts';
import { listOf, nullable, timeValue, wordValue } from '../values.ts';
import { ADMINISTRATOR_ROLES } from '../words.ts';
import { consoleOperation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const ACTOR_KINDS = ['administrator', 'partner', 'member', 'deputy', 'command', 'system', 'anonymous'] as const;

export const AuditEntry = Type.Object(
  {
    id: Type.String({ description: 'Id of the row; ascending.' }),
    at: timeValue('When.'),
    actor: Type.Object(
      {
        kind: wordValue(ACTOR_KINDS, 'What kind of actor it was.'),
        id: nullable(Type.Integer(), { description: 'Id of the administrator or partner, else null.' }),
        name: nullable(Type.String(), {
          description: 'Name of the administrator, partner, member or deputy, else null.',
        }),
        role: nullable(wordValue(ADMINISTRATOR_ROLES, 'The role that the administrator has here now.'), {
          description: 'Null: no administrator of this community.',
        }),
      },
      closed,
    ),
    action: Type.String({ description: 'Noun and verb: `partner.suspended`.' }),
    subject: nullable(Type.String(), { description: 'The object of the act: `partner:12`, `usr_…`.' }),
    subject_name: nullable(Type.String(), {
      description:
        'Name of the partner, administrator, member, listing, endpoint, account or category; null where there is none, or it is gone.',
    }),
    address: nullable(Type.String(), { description: 'IP address of the actor, where recorded.' }),
    request_id: nullable(Type.String()),
    before: nullable(Type.Record(Type.String(), Type.Unknown()), { description: 'The state before, where recorded.' }),
    after: nullable(Type.Record(Type.String(), Type.Unknown()), { description: 'The state after, where recorded.' }),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'Further details.' }),
  },
  { $id: 'AuditEntry', ...closed, description: 'Who did what, when, from where.' },
);
export type AuditEntry = Static<typeof AuditEntry>;

const query = {
  actor_kind: oneOf(ACTOR_KINDS, 'Acts of this kind of actor.'),
  actor_id: text('Acts of this administrator or partner; requires actor_kind.', 20),
  action: text('Acts with this name, or all whose name begins with it and a dot: `partner`.', 60),
  subject: text('Acts on exactly this subject.', 100),
  request_id: text('Acts of this request.', 60),
  since: timestamp('Acts at or after this time.'),
  before: timestamp('Acts before this time.'),
  per_page: PAGING.per_page,
  cursor: PAGING.cursor,
};
const success = {
  status: 200,
  description: 'A page.',
  schema: listOf(AuditEntry),
  example: {
    data: [
      {
        id: '17',
        at: '2026-11-20T09:30:00.000Z',
        actor: { kind: 'administrator', id: 1, name: 'Ada Riverside', role: 'owner' },
        action: 'partner.updated',
        subject: 'partner:3',
        subject_name: 'Harbour Bank',
        address: '192.0.2.7',
        request_id: 'req_01jd3h6m8nfdwtv0',
        before: { scopes: [] },
        after: { scopes: ['users.read'] },
        details: {},
      },
    ],
    meta: { per_page: 100, has_more: false, next_cursor: null },
  },
} as const;

export const listAudit = consoleOperation({
  id: 'listAudit',
  tag: 'Audit',
  summary: 'The audit log of a community, newest first. Append-only.',
  access: 'audit.read',
  query,
  body: undefined,
  success,
  errors: ['invalid_cursor'],
});

export const listInstallationAudit = consoleOperation({
  id: 'listInstallationAudit',
  tag: 'Audit',
  summary:
    'Acts that do not belong to a single community: sign-ins, the kill switch of the installation. Operators only.',
  access: 'session',
  query,
  body: undefined,
  success,
  errors: ['invalid_cursor', 'not_permitted'],
});
