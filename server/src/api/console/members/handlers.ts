/** The operations about members, each with its handler. */
import { eraseMemberHandler, exportMemberHandler, listMemberReadsHandler, listMemberTransfersHandler } from './data.ts';
import { appointMemberDeputyHandler, endMemberDeputyHandler, listMemberDeputiesHandler } from './deputies.ts';
import {
  addMemberCheckHandler,
  createMemberFieldHandler,
  getMemberFileHandler,
  listMemberFieldsHandler,
  removeMemberCheckHandler,
  removeMemberFieldHandler,
  setMemberOwnFieldsHandler,
  updateMemberFieldHandler,
} from './file.ts';
import {
  createMemberHandler,
  getMemberHandler,
  listMembersHandler,
  setMemberStatusHandler,
  setMemberVisibilityHandler,
  updateMemberHandler,
} from './members.ts';
import {
  decideMemberPairHandler,
  findLikeMembersHandler,
  listMemberPairsHandler,
  setMemberStatusesHandler,
} from './pairs.ts';
import { endMemberSessionsHandler } from './sessions.ts';
import { getMemberStatementHandler } from './statement.ts';
import { listMembersToCallHandler, recordMemberCallHandler } from './to-call.ts';

export const memberHandlers = {
  listMembers: listMembersHandler,
  createMember: createMemberHandler,
  getMember: getMemberHandler,
  updateMember: updateMemberHandler,
  setMemberStatus: setMemberStatusHandler,
  setMemberVisibility: setMemberVisibilityHandler,
  listMemberTransfers: listMemberTransfersHandler,
  getMemberStatement: getMemberStatementHandler,
  listMembersToCall: listMembersToCallHandler,
  recordMemberCall: recordMemberCallHandler,
  listMemberReads: listMemberReadsHandler,
  exportMember: exportMemberHandler,
  eraseMember: eraseMemberHandler,
  findLikeMembers: findLikeMembersHandler,
  listMemberPairs: listMemberPairsHandler,
  decideMemberPair: decideMemberPairHandler,
  setMemberStatuses: setMemberStatusesHandler,
  getMemberFile: getMemberFileHandler,
  addMemberCheck: addMemberCheckHandler,
  listMemberDeputies: listMemberDeputiesHandler,
  appointMemberDeputy: appointMemberDeputyHandler,
  endMemberDeputy: endMemberDeputyHandler,
  endMemberSessions: endMemberSessionsHandler,
  removeMemberCheck: removeMemberCheckHandler,
  setMemberOwnFields: setMemberOwnFieldsHandler,
  listMemberFields: listMemberFieldsHandler,
  createMemberField: createMemberFieldHandler,
  updateMemberField: updateMemberFieldHandler,
  removeMemberField: removeMemberFieldHandler,
};
