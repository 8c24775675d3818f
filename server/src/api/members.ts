/** A community's pages for its members: every address and its handler. */
import { MEMBER_BASE_PATH, type MemberOperationId, memberOperations } from '@timebank/contract';
import { type Api, route } from './http/route.ts';
import { memberAboutHandler } from './members/about.ts';
import { createMemberKind, memberCallOf } from './members/access/steps.ts';
import { memberAnswerHandler, replyAsMemberHandler } from './members/answer.ts';
import { endMemberDevicesHandler, memberDevicesHandler } from './members/devices.ts';
import { enterAsMemberHandler, memberEnterHandler } from './members/enter.ts';
import { memberHomeHandler } from './members/home.ts';
import { memberHoursFileHandler, memberHoursHandler } from './members/hours.ts';
import { memberListingHandler, sendToListingHandler } from './members/listing.ts';
import { memberOffersHandler, memberRequestsHandler } from './members/listings.ts';
import { changeMemberSelfHandler, memberSelfHandler } from './members/me.ts';
import { askToLeaveHandler, memberFileHandler, memberFileJsonHandler, memberLeaveHandler } from './members/me-file.ts';
import { memberMineHandler } from './members/mine.ts';
import type { MemberHandler, OwnCall, OwnHandler } from './members/present/call.ts';
import { answerAsMemberHandler, memberProposalHandler } from './members/proposal.ts';
import { askAsMemberHandler, memberAskHandler, memberOfferHandler, offerAsMemberHandler } from './members/publish.ts';
import { memberRecordHandler, recordAsMemberHandler } from './members/record.ts';
import { createAskForLink, memberSignInHandler } from './members/sign-in.ts';
import { leaveAsMemberHandler } from './members/sign-out.ts';

/** Of a page that the steps let only members reach. */
const own =
  (handler: OwnHandler): MemberHandler =>
  (call, deps) =>
    handler(call as OwnCall, deps);

/** The handlers of one application, some with counts of their own. */
const createHandlers = (): Readonly<Record<MemberOperationId, MemberHandler>> => ({
  memberHome: memberHomeHandler,
  memberAbout: memberAboutHandler,
  memberSignIn: memberSignInHandler,
  askForMemberLink: createAskForLink(),
  memberEnter: memberEnterHandler,
  enterAsMember: enterAsMemberHandler,
  leaveAsMember: leaveAsMemberHandler,
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
  replyAsMember: own(replyAsMemberHandler),
  memberRecord: own(memberRecordHandler),
  recordAsMember: own(recordAsMemberHandler),
  memberProposal: own(memberProposalHandler),
  answerAsMember: own(answerAsMemberHandler),
  memberSelf: own(memberSelfHandler),
  changeMemberSelf: own(changeMemberSelfHandler),
  memberFile: own(memberFileHandler),
  memberFileJson: own(memberFileJsonHandler),
  memberLeave: own(memberLeaveHandler),
  askToLeaveAsMember: own(askToLeaveHandler),
  memberDevices: own(memberDevicesHandler),
  endMemberDevices: own(endMemberDevicesHandler),
});

export function registerMemberPages(api: Api): void {
  const kind = createMemberKind(api, MEMBER_BASE_PATH);
  const handlers = createHandlers();
  for (const [id, operation] of Object.entries(memberOperations)) {
    const handler = handlers[id as MemberOperationId];
    route(api, kind, operation, (context) => handler(memberCallOf(api, context), api.deps));
  }
}
