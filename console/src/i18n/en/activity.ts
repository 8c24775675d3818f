/** Texts on a partner's activity, and on the community's month. */
import { counted } from './common.ts';

export const activity = {
  hours: (value: number, written: string) => (value === 1 ? '1 hour' : `${written} hours`),
  credits: (number: number) => counted(number, 'credit', 'credits'),
  // A partner.
  today: 'Credited today',
  ofCap: (hours: string, cap: string) => `${hours} of ${cap} hours`,
  capLeft: (hours: string) => `${hours} hours are left until midnight UTC.`,
  capReached: 'The daily limit is reached. Further credits are refused until midnight UTC.',
  noCap: (hours: string) => `${hours} hours. There is no daily limit.`,
  creditsTitle: 'Credits',
  thisMonth: 'This month so far',
  sameDays: 'Same days last month',
  sum: (credits: string, hours: string) => `${credits}, ${hours}`,
  reversed: (hours: string) => `${hours} reversed`,
  lastCredit: 'Last credit',
  lastCreditTo: (hours: string) => `${hours} to`,
  noCredit: 'None yet',
  lookTitle: 'To do',
  failing: (name: string) => `Deliveries to “${name}” fail`,
  failingTodo: 'Tell the partner. Events are kept and repeated.',
  differences: (number: number) =>
    counted(number, 'difference with the bank statement', 'differences with the bank statement'),
  differencesTodo: 'Check each line.',
  callsTitle: 'API calls in the last 24 hours',
  reasons: 'Why calls were refused or failed',
  reason: (why: string, calls: number) => `${why}: ${counted(calls, 'call', 'calls')}`,
  tokens: 'Valid access tokens',
  nextTitle: 'This partner has not called yet',
  next: ['Give the partner its client secret.', 'The partner signs in with it and makes its first call.'],
  nextLink: 'To the client secrets',
  nextEnd: 'You will see here what it does.',
  // The community.
  quietTitle: 'Nothing to do',
  quiet: {
    webhooks: 'Webhooks are delivered.',
    secrets: 'No client secret expires soon.',
    review: 'No member, no listing and no message is waiting for you.',
    credits: 'No credit is unusually large.',
  },
  members: 'Active members',
  newMembers: (number: number, written: string) =>
    `Status “Active”. ${number === 0 ? 'None' : written} of them joined in the last 30 days`,
  circulating: 'Hours on all accounts',
  circulatingHint: 'The balances of members, organisations and the community fund together',
  exchanged: 'Hours exchanged this month',
  credited: 'Hours credited by partners this month',
  before: (hours: string) => `${hours} on the same days last month`,
  unusualTitle: 'Unusually large credits',
  unusual: (partner: string, hours: string, member: string) => `${partner} credited ${hours} to ${member}`,
  unusualUsual: (day: string, usual: string) =>
    `On ${day}. A credit of this partner is usually about ${usual}. Check that the amount is right.`,
  unusualCap: (day: string, cap: string) =>
    `On ${day}. The largest credit this partner may book is ${cap}, and it has booked few so far. Check that the amount is right.`,
};
