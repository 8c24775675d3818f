/** A community's pages for its members: every address and its handler. */
import { MEMBER_BASE_PATH, type MemberOperationId, memberOperations } from '@timebank/contract';
import { refusal } from '../../core/base/refusal.ts';
import { acceptsHtml } from '../../core/http/accept.ts';
import { type HttpExchange, respondWith } from '../../core/http/http-exchange.ts';
import { type Api, route } from '../../core/http/route.ts';
import { selectMembersCommunity } from './domain/member-access/queries.ts';
import { memberAboutHandler } from './pages/about.ts';
import { createNameCount } from './pages/access/names.ts';
import { createMemberKind, memberCallOf } from './pages/access/steps.ts';
import { actAsMemberHandler, memberActHandler } from './pages/act.ts';
import { changeMemberAddressHandler, memberAddressHandler } from './pages/address.ts';
import { memberAnswerDayHandler, memberAnswerHandler, replyAsMemberHandler } from './pages/answer.ts';
import { createChangeMemberDeputies, memberDeputiesHandler } from './pages/deputies.ts';
import { endMemberDevicesHandler, memberDevicesHandler } from './pages/devices.ts';
import { enterAsMemberHandler, memberEnterHandler } from './pages/enter.ts';
import { holdAsMemberHandler, memberHoldHandler } from './pages/hold.ts';
import { memberHomeHandler } from './pages/home.ts';
import { memberHoursFileHandler, memberHoursHandler } from './pages/hours.ts';
import { createAskToJoin, memberJoinHandler } from './pages/join.ts';
import { memberListingHandler, sendToListingHandler } from './pages/listing.ts';
import { memberOffersHandler, memberRequestsHandler } from './pages/listings.ts';
import { changeMemberSelfHandler, memberSelfHandler } from './pages/me.ts';
import { askToLeaveHandler, memberFileHandler, memberFileJsonHandler, memberLeaveHandler } from './pages/me-file.ts';
import { memberMineHandler } from './pages/mine.ts';
import { answerNewsHandler } from './pages/news.ts';
import type { MemberHandler, OwnCall, OwnHandler } from './pages/present/call.ts';
import { meantAddress } from './pages/present/own-address.ts';
import { answerAsMemberHandler, memberProposalHandler } from './pages/proposal.ts';
import { askAsMemberHandler, memberAskHandler, memberOfferHandler, offerAsMemberHandler } from './pages/publish.ts';
import { createRecordHandlers, memberWithHandler } from './pages/record.ts';
import { changeMemberSightHandler, memberSightHandler } from './pages/sight.ts';
import { createAskForLink, leaveAsMemberHandler, memberLetterHandler, memberSignInHandler } from './pages/sign-in.ts';

/** Of a page that the steps let only members reach. */
const own =
  (handler: OwnHandler): MemberHandler =>
  (call, deps) =>
    handler(call as OwnCall, deps);

/** The handlers of one application, some with counts of their own. */
function createHandlers(): Readonly<Record<MemberOperationId, MemberHandler>> {
  const countName = createNameCount();
  const record = createRecordHandlers(countName);
  return {
    memberHome: memberHomeHandler,
    memberElsewhere: async () => {
      throw refusal('not_found', 'There is nothing at this path.');
    },
    memberAbout: memberAboutHandler,
    memberSignIn: memberSignInHandler,
    memberLetter: memberLetterHandler,
    askForMemberLink: createAskForLink(),
    memberJoin: memberJoinHandler,
    askToJoinAsVisitor: createAskToJoin(),
    memberEnter: memberEnterHandler,
    enterAsMember: enterAsMemberHandler,
    leaveAsMember: leaveAsMemberHandler,
    memberAct: own(memberActHandler),
    actAsMember: own(actAsMemberHandler),
    memberHours: own(memberHoursHandler),
    memberHoursFile: own(memberHoursFileHandler),
    memberRequests: own(memberRequestsHandler),
    memberOffers: own(memberOffersHandler),
    memberAsk: own(memberAskHandler),
    askAsMember: own(askAsMemberHandler),
    memberOffer: own(memberOfferHandler),
    offerAsMember: own(offerAsMemberHandler),
    memberListing: own(memberListingHandler),
    sendToListing: own(sendToListingHandler),
    memberMine: own(memberMineHandler),
    memberAnswer: own(memberAnswerHandler),
    memberAnswerDay: own(memberAnswerDayHandler),
    replyAsMember: own(replyAsMemberHandler),
    memberRecord: own(record.page),
    recordAsMember: own(record.form),
    memberWith: own(memberWithHandler),
    memberProposal: own(memberProposalHandler),
    answerAsMember: own(answerAsMemberHandler),
    memberSelf: own(memberSelfHandler),
    changeMemberSelf: own(changeMemberSelfHandler),
    answerNews: own(answerNewsHandler),
    memberAddress: own(memberAddressHandler),
    changeMemberAddress: own(changeMemberAddressHandler),
    memberSight: own(memberSightHandler),
    changeMemberSight: own(changeMemberSightHandler),
    memberFile: own(memberFileHandler),
    memberFileJson: own(memberFileJsonHandler),
    memberHold: own(memberHoldHandler),
    holdAsMember: own(holdAsMemberHandler),
    memberLeave: own(memberLeaveHandler),
    askToLeaveAsMember: own(askToLeaveHandler),
    memberDeputies: own(memberDeputiesHandler),
    changeMemberDeputies: own(createChangeMemberDeputies(countName)),
    memberDevices: own(memberDevicesHandler),
    endMemberDevices: own(endMemberDevicesHandler),
  };
}

export function registerMemberPages(api: Api): void {
  api.answerUnknown.unshift(spokenAddress(api));
  const kind = createMemberKind(api, MEMBER_BASE_PATH);
  const handlers = createHandlers();
  for (const [id, operation] of Object.entries(memberOperations)) {
    const handler = handlers[id as MemberOperationId];
    route(api, kind, operation, (context) => handler(memberCallOf(api, context), api.deps));
  }
}

/**
 * `/riverside`, as people say it, and `/at/Riverside`, as they write it, lead browsers to the community's pages. To
 * programs it stays an unknown path.
 */
const spokenAddress =
  ({ deps }: Api) =>
  async (exchange: HttpExchange, path: string): Promise<boolean> => {
    const { method, headers, url = '/' } = exchange.req;
    const isBelow = path.startsWith('/at/');
    const meant = meantAddress(isBelow ? url : `/at${url}`);
    const [, slug, more] = /^\/at\/([a-z0-9-]{1,63})(\/[^?]*)?(?:\?|$)/.exec(meant) ?? [];
    if (slug === undefined || (more !== undefined && !isBelow)) return false;
    if ((method !== 'GET' && method !== 'HEAD') || !acceptsHtml(headers.accept)) return false;
    // Without the database it is an unknown path, too.
    const [community] = await selectMembersCommunity(deps.database.reads, { slug }).catch(() => []);
    if (!community) return false;
    const to = isBelow && meant !== url ? meant : `/at/${slug}`;
    respondWith(exchange, 303, ['Cache-Control', 'no-store', 'Vary', 'Accept'], ['Location', to], '');
    return true;
  };
