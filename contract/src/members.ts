/**
 * The members' side: pages for people, without an API. Here stand its addresses, what each asks of the caller, and the
 * names of the fields of its forms.
 */
import { type QueryParameter, text, withoutTail } from './query.ts';

/** The prefix of every page of a community. A community that has not switched its pages on has none of them. */
export const MEMBER_BASE_PATH = '/at/{community}';

/** What a page asks of the caller: nothing, a member who is signed in, or the member in person and no deputy. */
export type MemberStanding = 'visitor' | 'member' | 'self';

export interface MemberAuthentication {
  readonly kind: 'member';
  readonly standing: MemberStanding;
}

/** A page, or the target of a form. */
export interface MemberOperation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Relative to `MEMBER_BASE_PATH`. */
  readonly path: string;
  /** Others that are sent are left aside: programs that pass a link on add theirs. */
  readonly query: Readonly<Record<string, QueryParameter<string>>>;
  readonly authentication: MemberAuthentication;
  readonly body: undefined;
  /** Names of the form's fields beside `csrf` and `form`; others are refused. */
  readonly fields: readonly string[];
  /** Those that a form may send several times: boxes to tick. The handler has them in one text, with spaces. */
  readonly lists?: readonly string[];
}

/** Characters of an address to go on to after signing in. */
const NEXT_LENGTH_MAX = 500;

type TextParameter = QueryParameter<string>;
const orEmpty = (parameter: TextParameter): TextParameter => ({
  ...parameter,
  read: (value) => (value === '' ? { value } : parameter.read(value)),
});
const fromLink = (parameter: TextParameter): TextParameter => ({
  ...parameter,
  read: (value) => parameter.read(withoutTail(value)),
});
const nextPage = text('The page of this community to go on to.', NEXT_LENGTH_MAX);
/** One that cannot be followed is none. */
const address: TextParameter = {
  ...nextPage,
  read(value) {
    const read = nextPage.read(value);
    return 'refusal' in read ? { value: '' } : read;
  },
};
const code = orEmpty(fromLink(text('The code of a letter.', 60)));
const key = fromLink(text('The key of a mail’s link.', 60));
/** A form without script sends its empty fields, too. */
const LIST_QUERY = {
  q: orEmpty(text('Part of a title or category.')),
  category: orEmpty(text('A category.')),
  quarter: orEmpty(text('A value of the field that is the quarter.')),
  page: text('The listing after which the page begins.', 60),
};
const LISTING_FIELD_NAMES = ['title', 'description', 'category', 'time'] as const;

const page = (
  id: string,
  path: string,
  standing: MemberStanding,
  query: MemberOperation['query'] = {},
): MemberOperation => ({
  ...{ id, method: 'GET', path, query, authentication: { kind: 'member', standing }, body: undefined, fields: [] },
});

const form = (id: string, path: string, standing: MemberStanding, fields: readonly string[]): MemberOperation => ({
  ...{ id, method: 'POST', path, query: {}, authentication: { kind: 'member', standing }, body: undefined, fields },
});

export const memberOperations = {
  memberHome: page('memberHome', '', 'visitor'),
  /** Where no page is. */
  memberElsewhere: page('memberElsewhere', '/*', 'visitor'),
  memberAbout: page('memberAbout', '/about', 'visitor'),
  memberSignIn: page('memberSignIn', '/sign-in', 'visitor', { next: address }),
  memberLetter: page('memberLetter', '/letter', 'visitor'),
  askForMemberLink: form('askForMemberLink', '/sign-in', 'visitor', ['email', 'next']),
  memberJoin: page('memberJoin', '/join', 'visitor', { done: text('What was just done.', 20) }),
  askToJoinAsVisitor: form('askToJoinAsVisitor', '/join', 'visitor', ['name', 'email', 'phone', 'words']),
  memberEnter: page('memberEnter', '/enter', 'visitor', { code, key, next: address }),
  enterAsMember: form('enterAsMember', '/enter', 'visitor', ['code', 'key', 'number', 'person', 'next', 'shared']),
  leaveAsMember: form('leaveAsMember', '/sign-out', 'visitor', []),
  memberAct: page('memberAct', '/act', 'member', { next: address }),
  actAsMember: form('actAsMember', '/act', 'member', ['person', 'next']),
  memberHours: page('memberHours', '/hours', 'member', { year: text('A calendar year.', 4) }),
  memberHoursFile: page('memberHoursFile', '/hours.csv', 'member', { year: text('A calendar year.', 4) }),
  memberRequests: page('memberRequests', '/requests', 'member', LIST_QUERY),
  memberOffers: page('memberOffers', '/offers', 'member', LIST_QUERY),
  memberAsk: page('memberAsk', '/ask', 'member'),
  askAsMember: form('askAsMember', '/ask', 'member', LISTING_FIELD_NAMES),
  memberOffer: page('memberOffer', '/offer', 'member'),
  offerAsMember: form('offerAsMember', '/offer', 'member', LISTING_FIELD_NAMES),
  memberListing: page('memberListing', '/listing/{listing}', 'member'),
  sendToListing: {
    ...form('sendToListing', '/listing/{listing}', 'member', ['do', 'message', 'release', ...LISTING_FIELD_NAMES]),
    lists: ['release'],
  },
  memberMine: page('memberMine', '/mine', 'member'),
  memberAnswer: page('memberAnswer', '/answer/{answer}', 'member'),
  memberAnswerDay: page('memberAnswerDay', '/answer/{answer}/day.ics', 'member'),
  replyAsMember: {
    ...form('replyAsMember', '/answer/{answer}', 'member', ['do', 'message', 'release', 'day']),
    lists: ['release'],
  },
  memberRecord: page('memberRecord', '/record', 'member', {
    who: text('The other one: `usr_…`.', 200),
    listing: text('The listing that it answers: `lst_…`.', 60),
    answer: text('The answer that it follows: `ans_…`.', 60),
    side: text('`helped` or `was_helped`; then an hour is chosen, too.', 20),
  }),
  recordAsMember: form('recordAsMember', '/record', 'member', [
    ...['side', 'who', 'who_other', 'time', 'time_other', 'day', 'note', 'listing', 'answer', 'again', 'instead'],
  ]),
  memberWith: page('memberWith', '/with/{card}', 'member'),
  memberProposal: page('memberProposal', '/record/{prp}', 'member'),
  answerAsMember: form('answerAsMember', '/record/{prp}', 'member', [
    ...['do', 'seen', 'time', 'right_time', 'right_day', 'words'],
  ]),
  memberSelf: page('memberSelf', '/me', 'self', { done: text('What was just done.', 20) }),
  changeMemberSelf: {
    ...form('changeMemberSelf', '/me', 'self', ['do', 'quarter', 'language', 'mails', 'letter_only']),
    lists: ['mails'],
  },
  memberAddress: page('memberAddress', '/me/address', 'self', { key }),
  changeMemberAddress: form('changeMemberAddress', '/me/address', 'self', ['email', 'number', 'key']),
  memberSight: page('memberSight', '/me/sight', 'self', { done: text('What was just done.', 20) }),
  changeMemberSight: {
    // A choice for a partner is `12:listed`, and `12:` where it is as for all.
    ...form('changeMemberSight', '/me/sight', 'self', ['members', 'all', 'partner']),
    lists: ['partner'],
  },
  answerNews: { ...form('answerNews', '/me/news', 'self', ['do', 'mails']), lists: ['mails'] },
  memberFile: page('memberFile', '/me/file', 'self'),
  memberFileJson: page('memberFileJson', '/me/file.json', 'self'),
  memberHold: page('memberHold', '/me/hold', 'member'),
  holdAsMember: form('holdAsMember', '/me/hold', 'member', ['do', 'until']),
  memberLeave: page('memberLeave', '/me/leave', 'self'),
  askToLeaveAsMember: form('askToLeaveAsMember', '/me/leave', 'self', ['do']),
  memberDeputies: page('memberDeputies', '/me/deputies', 'self'),
  changeMemberDeputies: form('changeMemberDeputies', '/me/deputies', 'self', [
    'do',
    'who',
    'who_other',
    'agreed',
    'deputy',
  ]),
  memberDevices: page('memberDevices', '/me/devices', 'self'),
  endMemberDevices: { ...form('endMemberDevices', '/me/devices', 'self', ['device', 'stay']), lists: ['stay'] },
} as const satisfies Record<string, MemberOperation>;

export type MemberOperationId = keyof typeof memberOperations;
