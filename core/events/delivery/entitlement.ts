/**
 * Which partner may receive an event, as SQL. Asked twice: when an event is fanned out and before every attempt, so that
 * a scope taken away or a member hidden in between counts. The texts expect the aliases e (events) and p (partners);
 * what is rarely needed is a subquery, which keeps the statements quick to plan.
 */
import { EVENT_KINDS, EVENT_TYPES, type EventType } from '@timebank/contract';
import { seenBy, VISIBILITY } from '../../people/visibility.ts';

/** The partner's own: nobody else ever receives them. The others are about a member that the partner must see. */
const OWN_KINDS: readonly EventType[] = [
  'wallet.credited',
  'wallet.credit_reversed',
  'statement.ready',
  'webhook.test',
];

const list = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');

function scopeCondition(type: EventType): string {
  const { scopes } = EVENT_KINDS[type];
  return scopes.length === 0 ? 'true' : `p.scopes && array[${list(scopes)}]`;
}

const HOLDS_SCOPE = `case e.type
${EVENT_TYPES.map((type) => `    when '${type}' then ${scopeCondition(type)}`).join('\n')}
    else false end`;

// Who is deactivated is out of sight already, and so are the listings that close with the member: the event names the
// partners that could see the member until now. A deactivation that names nobody is of a change of status, and goes to
// those from whom the member is not hidden.
const NAMES_LOSERS = `(e.type in ('user.deactivated', 'listing.closed')
        and (e.partner_id is not null or e.audience is not null))`;
const SEES_MEMBER = `(${NAMES_LOSERS} or exists (
    select from members m
    ${seenBy('p.id')}
    where m.community_id = e.community_id and m.id = e.member_id
      and (m.status = 'active' or e.type = 'user.deactivated')
      and ${VISIBILITY} <> 'hidden'))`;

/** A boolean expression, never null: whether partner p may receive event e now. */
export const ENTITLED = `(${HOLDS_SCOPE}
  and case when e.type in (${list(OWN_KINDS)}) then coalesce(e.partner_id = p.id, false)
      else (e.partner_id is null or e.partner_id = p.id) and (e.audience is null or p.id = any(e.audience))
        and ${SEES_MEMBER} end)`;

/** A boolean expression: whether partner p's events wait although its subscription is active. */
export const PARTNER_OFF = `(p.status <> 'active'
  or (select partner_api_disabled_reason from communities where id = p.community_id) is not null
  or (select partner_api_disabled_reason from installation where id) is not null)`;
