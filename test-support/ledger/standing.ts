/** Who may see a member, by the naive ledger of the simulator. */
import { applyPolicy } from '../simulator/model.ts';
import type { PolicyOperation } from '../simulator/operations.ts';
import { createWorld, isVisible, type SimulatedCommunity } from '../simulator/world.ts';
import { type MemberStep, PARTNERS } from './steps.ts';

/** Above every credit of a story. */
const MAX_CREDIT_SECONDS = 3_600_000;

/** Two members who are listed for everybody, and partners without caps of a day. */
export function createCommunity(): SimulatedCommunity {
  const caps = { credit: MAX_CREDIT_SECONDS, memberDay: null, partnerDay: null };
  const [community] = createWorld({
    start: '',
    communities: [
      {
        subscriptions: [],
        policy: {
          defaultVisibility: 'listed',
          upper: null,
          lower: null,
          members: [0, 1].map(() => ({
            status: 'active',
            visibility: null,
            choices: Array(PARTNERS).fill(null),
            erased: false,
          })),
          partners: Array.from({ length: PARTNERS }, () => ({ caps, subscriptions: [] })),
        },
      },
    ],
  });
  if (!community) throw new Error('the world has no community');
  return community;
}

/** The answer to the office. */
export const changeStanding = (community: SimulatedCommunity, step: MemberStep): string =>
  applyPolicy(community, operationOf(step));

function operationOf(step: MemberStep): PolicyOperation {
  const of = { community: 0, member: step.member };
  if (step.do === 'erase') return { ...of, do: 'erase' };
  if (step.do !== 'show') return { ...of, do: 'status', status: step.do === 'suspend' ? 'suspended' : 'active' };
  const { partner, visibility } = step;
  return partner === null ? { ...of, do: 'show', visibility } : { ...of, do: 'choose', partner, visibility };
}

/** Whether the account may take part in an exchange. */
export const isActive = ({ policy }: SimulatedCommunity, account: number): boolean =>
  (policy.members[account]?.status ?? 'active') === 'active';

export const sees = ({ policy }: SimulatedCommunity, partner: number, member: number): boolean =>
  isVisible(policy, member, partner);
