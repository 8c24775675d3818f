/** The events that each partner may get and must get, compared with those that reached the receivers. */
import { isBeside } from './beside.ts';
import type { Cast, FactEvent, Facts } from './facts.ts';
import type { Arrival, Receivers } from './receivers.ts';
import { isVisible, type Policy, type Shape } from './world.ts';

export interface DeliveryWatch {
  /**
   * After every step: looks at what arrived in it.
   * @param policies all that held at some time of the step, per community
   */
  check(step: number, facts: Facts, policies: readonly (readonly Policy[])[]): string | undefined;
  /** When everything is quiet: looks for what never arrived. */
  missing(facts: Facts): string | undefined;
}

const DEACTIVATED = 'user.deactivated';

export function watchDeliveries(shape: Shape, cast: Cast, receivers: Receivers): DeliveryWatch {
  /** The last step in which a partner could not see a member. */
  const hiddenAt = new Map<string, number>();
  const seenAt = new Map<string, number>();
  let checked = 0;

  const subscriptions = cast.communities.flatMap(({ subscriptions: ofPartners }, community) =>
    ofPartners.flatMap((own, partner) =>
      own.map(({ url }, number) => {
        const types = shape.communities[community]?.subscriptions[partner]?.[number] ?? [];
        return { url, community, partner, number, types };
      }),
    ),
  );
  type Subscription = (typeof subscriptions)[number];

  const wants = ({ types }: Subscription, { type }: FactEvent) => types.includes('*') || types.includes(type);

  function isEntitled({ partner }: Subscription, event: FactEvent, policies: readonly Policy[]): boolean {
    if (event.partner !== null) return event.partner === partner;
    if (event.audience !== null && !event.audience.includes(partner)) return false;
    if (event.type === DEACTIVATED && event.audience !== null) return true;
    return policies.some((policy) => isVisible(policy, event.member ?? -1, partner));
  }

  function wrongArrival({ url, eventId, type }: Arrival, facts: Facts, policies: readonly (readonly Policy[])[]) {
    if (isBeside(url)) return undefined;
    const subscription = subscriptions.find((one) => one.url === url);
    const what = `${type} ${eventId} at ${url}`;
    if (!subscription) return `${what}: no such subscription`;
    const { community, partner, number } = subscription;
    const event = facts[community]?.events.find(({ id }) => id === eventId);
    if (!event || event.type !== type) return `${what}: no such event of this community`;
    if (!wants(subscription, event)) return `${what}: not subscribed to`;
    const held = policies.map((policy) => policy[community] as Policy);
    if (!isEntitled(subscription, event, held)) return `${what}: not entitled to "${event.line}"`;
    const isActive = held.some((policy) => policy.partners[partner]?.subscriptions[number] === 'active');
    return isActive ? undefined : `${what}: sent although the subscription is paused`;
  }

  return {
    check(step, facts, policies) {
      // The state before the step counts only until its own events were written.
      for (const held of policies.length > 1 ? policies.slice(1) : policies) {
        for (const [community, policy] of held.entries()) {
          for (const member of policy.members.keys()) {
            for (const partner of policy.partners.keys()) {
              if (!isVisible(policy, member, partner)) hiddenAt.set(`${community} ${member} ${partner}`, step);
            }
          }
        }
      }
      for (const { events } of facts) for (const { id } of events) if (!seenAt.has(id)) seenAt.set(id, step);
      const arrived = receivers.arrivals.slice(checked);
      checked = receivers.arrivals.length;
      for (const arrival of arrived) {
        const wrong = wrongArrival(arrival, facts, policies);
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    },
    missing(facts) {
      // 410 is an answer, too: the receiver wants no more of it.
      const accepted = receivers.arrivals.filter(({ answer }) => answer === 200 || answer === 410);
      const done = new Set(accepted.map(({ url, eventId }) => `${url} ${eventId}`));
      for (const subscription of subscriptions) {
        const { url, community, partner } = subscription;
        for (const event of facts[community]?.events ?? []) {
          if (!wants(subscription, event) || done.has(`${url} ${event.id}`)) continue;
          if (event.partner !== null && event.partner !== partner) continue;
          if (event.audience !== null && !event.audience.includes(partner)) continue;
          // A partner that could not see the member at some time since the event need not get it.
          const hidden = hiddenAt.get(`${community} ${event.member} ${partner}`) ?? -1;
          const always = event.partner !== null || event.type === DEACTIVATED || hidden < (seenAt.get(event.id) ?? 0);
          if (always) return `"${event.line}" ${event.id} never reached ${url}`;
        }
      }
      return undefined;
    },
  };
}
