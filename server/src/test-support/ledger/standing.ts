/** Who may see a member, naively. */
import { type MemberStep, PARTNERS } from './steps.ts';

export interface LedgerStanding {
  /** What the office is told. */
  step(step: MemberStep): string;
  /** Whether the account may take part in an exchange. */
  isActive(account: number): boolean;
  sees(partner: number, member: number): boolean;
}

/** Two members who are listed for everybody. */
export function createStanding(): LedgerStanding {
  const members = [0, 1].map(() => ({
    status: 'active',
    erased: false,
    general: null as string | null,
    choices: Array<string | null>(PARTNERS).fill(null),
  }));
  return {
    step(step) {
      const member = members[step.member];
      if (!member || member.erased) return 'state_conflict data_erased';
      if (step.do === 'show') {
        if (step.partner === null) member.general = step.visibility;
        else member.choices[step.partner] = step.visibility;
      } else if (step.do === 'erase') {
        member.erased = true;
        member.status = 'left';
      } else {
        const status = step.do === 'suspend' ? 'suspended' : 'active';
        if (member.status === status) return 'state_conflict status_not_possible';
        member.status = status;
      }
      return 'done';
    },
    isActive: (account) => (members[account]?.status ?? 'active') === 'active',
    sees(partner, at) {
      const member = members[at];
      if (member?.status !== 'active') return false;
      return (member.choices[partner] ?? member.general ?? 'listed') !== 'hidden';
    },
  };
}
