/** The audit log: every change by anyone, and every read of personal data. */
import { type Static, Type } from 'typebox';
import { consoleOperation } from '../../../console/desk/contract/operation.ts';
import { oneOf, PAGED, text, timestamp } from '../../../contract/src/query.ts';
import { closedObject, component, listOf, nullable, timeValue, wordValue } from '../../../contract/src/values.ts';
import { ADMINISTRATOR_ROLES } from '../../../contract/src/words.ts';

export const ACTOR_KINDS = ['administrator', 'partner', 'member', 'deputy', 'command', 'system', 'anonymous'] as const;

export const AuditEntry = component('AuditEntry', 'Who did what, when, from where.', {
  id: Type.String({ description: 'Id of the row; ascending.' }),
  at: timeValue('When.'),
  actor: closedObject({
    kind: wordValue(ACTOR_KINDS, 'What kind of actor it was.'),
    id: nullable(Type.Integer(), { description: 'Id of the administrator or partner, else null.' }),
    name: nullable(Type.String(), {
      description: 'Name of the administrator, partner, member or deputy, else null.',
    }),
    role: nullable(wordValue(ADMINISTRATOR_ROLES, 'The role that the administrator has here now.'), {
      description: 'Null: no administrator of this community.',
    }),
  }),
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
});
export type AuditEntry = Static<typeof AuditEntry>;

const query = {
  actor_kind: oneOf(ACTOR_KINDS, 'Acts of this kind of actor.'),
  actor_id: text('Acts of this administrator or partner; requires actor_kind.', 20),
  action: text('Acts with this name, or all whose name begins with it and a dot: `partner`.', 60),
  subject: text('Acts on exactly this subject.', 100),
  request_id: text('Acts of this request.', 60),
  since: timestamp('Acts at or after this time.'),
  before: timestamp('Acts before this time.'),
  ...PAGED,
};
const auditPage = listOf(AuditEntry);

export const listAudit = consoleOperation('listAudit', {
  route: 'GET /communities/{slug}/audit',
  access: 'audit.read',
  query,
  answer: auditPage,
  errors: ['invalid_cursor'],
});

export const listInstallationAudit = consoleOperation('listInstallationAudit', {
  route: 'GET /installation/audit',
  access: 'session',
  query,
  answer: auditPage,
  errors: ['invalid_cursor', 'not_permitted'],
});
