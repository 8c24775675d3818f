/** Overview and settings. */
import { counted } from './common.ts';

export const overview = {
  overview: {
    title: 'Overview',
    attention: 'To do',
    failedCodes: (count: number) =>
      `Before this sign-in, ${counted(count, 'wrong code was', 'wrong codes were')} entered together with your correct password. If that was not you, change your password now.`,
    items: {
      api_off: () => 'Partner access is switched off',
      webhook_disabled: (_count: number, partner: string, endpoint: string) =>
        `The webhook endpoint "${endpoint}" of ${partner} is disabled`,
      webhook_failing: (_count: number, partner: string, endpoint: string) =>
        `Deliveries to the webhook endpoint "${endpoint}" of ${partner} are failing`,
      secret_expiring: (_count: number, partner: string) => `The client secret of ${partner} expires soon`,
      cap_reached: (count: number, partner: string) =>
        `${partner} reached a credit limit: ${counted(count, 'credit', 'credits')} rejected in the last week`,
      payments_unmatched: (count: number, partner: string) =>
        `${counted(count, 'payment', 'payments')} that ${partner} could give to no member in the last week`,
      statement_unmatched: (count: number, partner: string) =>
        `${counted(count, 'open difference', 'open differences')} between the bank statement and ${partner}`,
      bank_lines_open: (count: number, _partner: string, _endpoint: string, more: boolean) =>
        `${counted(count, 'bank line has', 'bank lines have', more)} been open for a long time`,
      listings_held: (count: number, _partner: string, _endpoint: string, more: boolean) =>
        `${counted(count, 'listing needs', 'listings need', more)} review`,
      members_pending: (count: number, _partner: string, _endpoint: string, more: boolean) =>
        `${counted(count, 'member needs', 'members need', more)} activation`,
      members_leaving: (count: number, _partner: string, _endpoint: string, more: boolean) =>
        `${counted(count, 'member wants', 'members want', more)} to leave`,
      hours_to_settle: (count: number, _partner: string, _endpoint: string, more: boolean) =>
        `${counted(count, 'entry of members waits', 'entries of members wait', more)} to be settled`,
      answers_to_hand_on: (count: number, _partner: string, _endpoint: string, more: boolean) =>
        `${counted(count, 'answer waits', 'answers wait', more)} to be handed on`,
      letters_to_print: (count: number, _partner: string, _endpoint: string, more: boolean) =>
        `${counted(count, 'message waits', 'messages wait', more)} to be printed`,
      partner_never_called: (_count: number, partner: string) => `${partner} has not made any API calls yet`,
    },
    todo: {
      api_off: 'Switch it on again once the problem is solved.',
      webhook_disabled: 'Ask the partner whether the endpoint works again, then re-enable it.',
      webhook_failing: 'Events are kept and retried automatically. Tell the partner if the problem persists.',
      secret_expiring: 'Hand over a new one in good time.',
      cap_reached: 'Check whether the limit is right, then tell the partner.',
      payments_unmatched: 'Their payment references are wrong or unknown. Each call says what to do.',
      statement_unmatched: 'Ask the partner, or note the explanation.',
      bank_lines_open: 'Approve them, choose their members, or note what they are.',
      listings_held: 'Open the list to publish or close.',
      members_pending: 'Open the list to activate. If you decide not to, explain the reason.',
      members_leaving: 'Speak with them about the hours that are left, then end the membership.',
      hours_to_settle: 'The list says what each of the two has said.',
      answers_to_hand_on: 'Ring the members whom no mail reaches, and tell them who has answered.',
      letters_to_print: 'One letter for each member whom no mail reaches.',
      partner_never_called: 'Ask whether the client secret has arrived.',
    },
    askAdministrator: 'Your role cannot open this. Tell an administrator of your community.',
    cameBefore: (day: string) => `Imported before ${day}.`,
    endsOn: (day: string) => `Expires on ${day}.`,
    steps: 'First steps',
    stepsLead: 'Get your time bank started in five steps. You may leave out any of them.',
    endSteps: 'Done: hide these steps',
    stepsEnded: 'The first steps are hidden for everybody in this community.',
    step: {
      settings: 'Check the settings: time increment, limits, visibility to partners',
      members: 'Add members, by hand or from a file',
      listings: 'Add listings: offers and requests of members',
      exchanges: 'Record the first exchange',
      partners: 'Add a partner',
    },
    moveIn: 'Coming from another time bank system? Move in with everything at once',
    done: 'Done',
    open: 'To do',
    period: 'Period',
    periods: {
      month: 'The last 30 days',
      quarter: 'The last 13 weeks',
      year: 'The last 12 months',
      years: 'The last 36 months',
    },
    exchanged: 'Hours exchanged',
    credited: 'Hours credited',
    active: 'Members who took part',
    activeHint: 'They gave or received help; each counts once per bar.',
    listings: 'New listings',
    total: (value: string) => `${value} in total`,
    most: (value: string) => `peak: ${value}`,
    none: 'No data for this period.',
    asTable: 'View as table',
    when: 'From',
    toList: 'View list',
  },
  settings: {
    title: 'Settings',
    lead: 'Rules and defaults of this community.',
    readOnly: 'Your role can view the settings but not change them.',
    name: 'Name of the community',
    time: 'Time',
    step: 'Time increment',
    hoursAs: 'How hours are shown',
    hoursForms: { decimal: 'Decimal, such as 1.33 h', clock: 'Hours and minutes, such as 1:20 h' },
    stepHint:
      'The time of each exchange must be a multiple of this. With 15 minutes, 1:15 is accepted and 1:20 is rejected.',
    stepOption: (minutes: number) => (minutes === 60 ? 'Whole hours' : counted(minutes, 'minute', 'minutes')),
    limits: 'Account limits',
    limitsLead: 'The limits apply to new bookings only. Existing bookings do not change.',
    lower: 'Lowest balance',
    lowerHint:
      'How far below zero exchanges may take an account, for example -25. Leave empty for no limit. With 0, a member cannot receive help before giving help.',
    upper: 'Highest balance',
    upperHint: 'The most hours a member’s account may hold, for example 100. Leave empty for no limit.',
    visibility: 'Visibility to partners',
    visibilityLead: 'The default for members who have not chosen a setting.',
    visibilityChange: (count: number) =>
      count === 0
        ? 'No member uses this default at the moment.'
        : `${counted(count, 'member uses', 'members use')} this default. When you save, partners are notified of the change.`,
    languages: 'Languages',
    languagesHint: 'Choose the main language first.',
    languagesNone: 'No such language',
    administrators: 'Administrators and roles',
    administratorsText: 'Manage who may use this console, and in which role.',
    sandbox: 'Sandbox',
    sandboxText:
      'All members here are invented. Reset the sandbox to start tests from the same state each time. Partners keep their client secrets, keys and webhooks.',
    reset: 'Reset sandbox',
    resetTitle: (name: string) => `Reset ${name}?`,
    resetText:
      'All members, listings, exchanges, credits, statements and events are deleted, and the invented ones are created again. Partners with their client secrets, keys and webhooks stay, and so does the audit log. This cannot be undone.',
    resetDone: 'The sandbox has been reset.',
    saved: 'Settings saved.',
    negative: 'Enter 0 or a negative number.',
    positive: 'Enter a number greater than 0.',
  },
};
