/** The search over everything. Loaded with it, not with the first screen. */

const hits = (count: number) => (count === 1 ? '1 hit' : `${count} hits`);

export const search = {
  title: 'Search',
  placeholder: 'Name, number, reference or screen',
  results: 'Results',
  goTo: 'Go to',
  members: 'Members',
  partners: 'Partners',
  credits: 'Credits',
  calls: 'Calls',
  allMembers: 'Show all members found',
  searching: 'Searching…',
  hits,
  hitsAndMore: (count: number) => `${hits(count)}, and there are more`,
  start: 'Type to search. Choose with the arrow keys, open with Enter.',
  none: (typed: string) => `Nothing found for “${typed}”.`,
  canBe: 'You can search for:',
  things: {
    screens: 'screens by name',
    members: 'members by name, number, e-mail address or payment reference',
    partners: 'partners by name',
    credits: 'credits by the beginning of the bank’s reference',
    calls: 'calls by their whole request id',
  },
  /** Further words that a screen is found by. */
  also: {
    overview: 'start home charts',
    members: 'people persons',
    newMember: 'add member person',
    listings: 'offers needs',
    newListing: 'add listing offer need',
    exchanges: 'transfers hours help',
    record: 'slips book enter hours',
    accounts: 'organisations community fund balances',
    import: 'upload file csv excel',
    partners: 'banks organisations',
    newPartner: 'add partner bank',
    calls: 'log requests errors',
    administrators: 'team roles invite',
    audit: 'history changes who',
    settings: 'rules limits',
    safety: 'emergency stop',
    account: 'password two-factor sessions language',
  },
};
