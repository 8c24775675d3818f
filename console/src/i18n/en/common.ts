/** Texts of every screen. */
const plural = new Intl.PluralRules('en');

/** `1 member`, `2 members`; at the beginning of a sentence also `More than 2 members`. */
export function counted(number: number, one: string, other: string, more = false): string {
  return `${more ? 'More than ' : ''}${new Intl.NumberFormat('en').format(number)} ${plural.select(number) === 'one' ? one : other}`;
}

/** `1,000`. */
export const grouped = (number: number): string => new Intl.NumberFormat('en').format(number);

export const common = {
  app: {
    name: 'Timebank',
    console: 'Timebank console',
    titled: (title: string) => `${title} · Timebank`,
    skip: 'Skip to the content',
    menu: 'Menu',
    closeMenu: 'Close the menu',
    navigation: 'Main',
    loading: 'Loading',
    working: 'Still working…',
  },
  nav: {
    search: 'Search',
    searchKey: 'Ctrl K',
    groupPartners: 'Partners',
    groupCommunity: 'Community',
    groupAdministration: 'Administration',
    overview: 'Overview',
    members: 'Members',
    listings: 'Listings',
    exchanges: 'Exchanges',
    import: 'Import',
    reports: 'Reports',
    inbox: 'Bank inbox',
    messages: 'Messages',
    settings: 'Settings',
    partners: 'Partners',
    calls: 'API calls',
    audit: 'Audit log',
    safety: 'Kill switch',
    administrators: 'Administrators',
    account: 'Your account',
    signOut: 'Sign out',
    help: 'Help',
    documentation: 'API documentation',
    community: 'Community',
    switchCommunity: 'Switch community',
    appearance: 'Appearance',
    appearanceSystem: 'System default',
    appearanceLight: 'Light',
    appearanceDark: 'Dark',
    language: 'Language',
  },
  kind: {
    live: 'Live',
    sandbox: 'Sandbox',
    liveMeans: 'Real members and real hours.',
    sandboxMeans: 'Invented members for testing. Nothing here is real.',
  },
  roles: {
    owner: 'Owner',
    administrator: 'Administrator',
    coordinator: 'Coordinator',
    auditor: 'Auditor',
  },
  roleMeans: {
    owner: 'Can do everything, including using the kill switch and managing the administrators.',
    administrator:
      'Manages the community and its partners, including client secrets and webhooks. Compares bank statements. Can view API calls, statements and the audit log.',
    coordinator: 'Manages members, listings and exchanges. Can view partners and their statements.',
    auditor: 'Can view everything, but change nothing.',
  },
  act: {
    save: 'Save',
    cancel: 'Cancel',
    stay: 'Stay here',
    close: 'Close',
    back: 'Back',
    retry: 'Try again',
    more: 'Load more',
    copy: 'Copy',
    copied: 'Copied',
    copyThing: (thing: string) => `Copy ${thing}`,
    clear: 'Clear filters',
    goOn: 'Continue',
    details: 'Details',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    optional: 'optional',
  },
  when: {
    never: 'Never',
    now: 'just now',
    utc: 'UTC',
  },
  failure: {
    title: 'That did not work',
    loadTitle: 'This could not be loaded',
    kept: 'Your entries are still here. Try again.',
    network: 'The service cannot be reached. Check your connection.',
    timeout: 'The service did not respond in time. Try again in a moment.',
    unreadable: 'The answer came from something other than the service, perhaps a proxy. Try again in a moment.',
    server: 'The service had a problem and logged it. Try again in a moment.',
    away: 'The service is busy or cannot reach its database. Try again in a moment.',
    notPermittedTitle: 'Your role does not permit this',
    yourRole: (role: string) => `Your role here is ${role}.`,
    rolesThatMay: (roles: string, count: number) =>
      count === 1
        ? `Only the role ${roles} may do this. Ask a person who has it.`
        : `These roles may do this: ${roles}. Ask a person who has one of them.`,
    notPermitted: 'Your role in this community does not allow this. Ask an owner of the community.',
    rateLimited: (seconds: number | undefined) =>
      seconds === undefined
        ? 'Too many attempts. Wait a while, then try again.'
        : `Too many attempts. Try again in ${counted(Math.max(1, Math.ceil(seconds / 60)), 'minute', 'minutes')}.`,
    gone: 'This is not there any more. Reload the list.',
    conflict: 'Somebody else has changed this in the meantime. Check the current state, then try again.',
    fields: 'Some entries are not valid. Correct the marked fields.',
    requestId: (id: string) => `Reference for support: ${id}`,
    crashTitle: 'Something went wrong on this page',
    crash: 'Reload the page. If it happens again, tell the operator of the service.',
    reload: 'Reload the page',
  },
  field: {
    required: 'Please fill in this field.',
    tooShort: 'This is too short. Enter more characters.',
    tooLong: 'This is too long. Shorten it.',
    tooCommon: 'This is easy to guess. Use several unrelated words and no names.',
    notPositive: 'Enter a number greater than 0.',
    tooManyDecimals: 'Use at most two decimal places, such as 1.25.',
    tooLarge: 'This number is too large. Enter a smaller one.',
    outOfRange: 'This number is outside the allowed range.',
    wholeNumber: 'Enter a whole number.',
    invalidCharacters: 'This field contains characters that are not allowed. Remove them.',
    email: 'Not a valid e-mail address. Enter one such as anna@example.org.',
    notMoreThanZero: 'Enter 0 or a negative number.',
    date: 'Not a valid date. Check the day, month and year.',
    hours: 'Not a valid time. Enter 1:30, 1.5 or 90 min.',
    year: 'Not a year. Enter one such as 1956.',
    language: 'Not a valid language code. Enter one such as en or de.',
    lineBreak: 'Use one line only.',
    future: 'This date is in the future. Enter today or an earlier day.',
    sameAccount: 'Both sides are the same account. Choose two different accounts.',
    notActive: 'This member is not active. Choose an active member.',
    unknownAccount: 'No account has this name or number. Check the spelling.',
    taken: 'This is already in use. Enter something else.',
    mismatch: 'This is not the member’s name. Type it exactly as shown.',
  },
  hours: {
    understood: (hours: string, one: boolean) => `= ${hours} ${one ? 'hour' : 'hours'}`,
    unreadable: (whole: string, decimals: string) =>
      `Not a valid number of hours. Enter a number such as ${whole} or ${decimals}.`,
    ambiguous: (typed: string, whole: string, decimals: string) =>
      `${typed} can be read in two ways. Write ${whole} without a separator, or at most two decimal places such as ${decimals}.`,
  },
  notFound: {
    title: 'Page not found',
    text: 'The address is wrong, or you do not belong to this community.',
    home: 'Go to the start page',
    noCommunityTitle: 'You do not belong to a community',
    noCommunity: 'Your account works, but you have no role in a community yet. Ask an owner to invite you.',
  },
};
