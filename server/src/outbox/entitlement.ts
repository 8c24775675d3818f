/**
 * Which partner may receive an event, as SQL. Asked twice: when an event is fanned out and before every attempt, so that
 * a scope taken away or a member hidden in between counts.
 *
 * The text expects the aliases e (events), p (partners), c (communities) and, left-joined, m (members) and
 * v (member_partner_visibility of p).
 */
import { EVENT_KINDS, EVENT_TYPES, type EventType } from '@timebank/contract';

/** The partner's own: nobody else ever receives them. */
const OWN_KINDS: readonly EventType[] = [
  'wallet.credited',
  'wallet.credit_reversed',
  'statement.ready',
  'webhook.test',
];

/** The joins behind `m` and `v`, to follow those of e and p. */
export const VISIBILITY_JOINS = `
  left join members m on m.community_id = e.community_id and m.id = e.member_id
  left join member_partner_visibility v
    on v.community_id = e.community_id and v.partner_id = p.id and v.member_id = e.member_id`;

const NOT_HIDDEN = `coalesce(v.visibility, m.visibility, c.default_visibility) <> 'hidden'`;
const VISIBLE = `m.status = 'active' and ${NOT_HIDDEN}`;
// The member is gone from sight already. An event of one partner was written because that partner could see the member
// until now; one for all is of a change of status, and goes to those from whom the member was not hidden.
const WAS_VISIBLE = `(e.partner_id is not null or ${NOT_HIDDEN})`;

function condition(type: EventType): string {
  const { scopes } = EVENT_KINDS[type];
  const parts = scopes.length > 0 ? [`p.scopes && array['${scopes.join("', '")}']`] : [];
  if (OWN_KINDS.includes(type)) parts.push('e.partner_id = p.id');
  else parts.push('(e.partner_id is null or e.partner_id = p.id)', type === 'user.deactivated' ? WAS_VISIBLE : VISIBLE);
  return parts.join(' and ');
}

/** A boolean expression, never null: whether partner p may receive event e now. */
export const ENTITLED = `coalesce(case e.type
${EVENT_TYPES.map((type) => `  when '${type}' then ${condition(type)}`).join('\n')}
  else false end, false)`;

/** A boolean expression: whether partner p's events wait although its subscription is active. Expects i (installation). */
export const PARTNER_OFF = `(p.status <> 'active' or c.partner_api_disabled_reason is not null
  or i.partner_api_disabled_reason is not null)`;
