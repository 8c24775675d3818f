/** /communities/{slug}/partners/{partnerId}/statements and /credits */

import type { ConsoleHandler } from '../../../../console/desk/call.ts';
import { findPartner } from '../../../../console/desk/named-partner.ts';
import { refusal } from '../../../../core/base/refusal.ts';
import { LAST_ID } from '../../../../core/database/keyset.ts';
import { openPage, pageOf } from '../../../../core/http/paging.ts';
import { presentCredit } from '../../../../core/ledger/api/present/credit.ts';
import { selectCreditPage, withinIds } from '../../../../core/ledger/credit-queries.ts';
import { creditOf } from '../../../../core/ledger/read-state.ts';
import { withHashes } from '../../../../core/statements/hash-day.ts';
import { readStatement } from '../../../../core/statements/read-statement.ts';
import { frozenStatement } from '../../../../core/statements/totals.ts';
import {
  selectCorrections,
  selectMemberNames,
  selectStatementPage,
} from '../../../bank/domain/reconcile/console-queries.ts';
import {
  type getPartnerStatement,
  listPartnerCredits,
  listPartnerStatements,
  type PartnerCredit,
} from '../../contract/statements.ts';

/** Later than every day. */
const LAST_DAY = 'infinity';

export const listPartnerStatementsHandler: ConsoleHandler<typeof listPartnerStatements> = async (call, deps) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const page = openPage(call, deps, listPartnerStatements);
  const { database } = deps;
  const read = () =>
    selectStatementPage(database.heavy, {
      communityId,
      partnerId: id,
      beforeDay: page.after ?? LAST_DAY,
      limit: page.limit,
    });
  const rows = await withHashes(database, communityId, id, read);
  return pageOf(page, rows, ({ day }) => day, frozenStatement);
};

export const getPartnerStatementHandler: ConsoleHandler<typeof getPartnerStatement> = async (call, deps) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const statement = readStatement(deps, communityId, id, call.params.date);
  return {
    data: await statement.catch((error: unknown) => {
      // A text that is no day is an unknown day.
      if (!refusal.is(error, 'invalid_request')) throw error;
      throw refusal('statement_not_found', 'There is no such day.');
    }),
  };
};

export const listPartnerCreditsHandler: ConsoleHandler<typeof listPartnerCredits> = async (call, deps) => {
  const { id, communityId } = await findPartner(deps, call.membership, call.params.partnerId);
  const page = openPage(call, deps, listPartnerCredits);
  const { booked_on, reversed_on, reference, status } = call.query;
  const { heavy } = deps.database;
  const rows = await selectCreditPage(heavy, {
    communityId,
    partnerId: id,
    beforeId: page.after ?? LAST_ID,
    limit: page.limit,
    reference,
    posted: status === 'posted' ? true : undefined,
    reversed: status === 'reversed' ? true : undefined,
    reversedOn: reversed_on,
    ...withinIds({ bookedOn: booked_on }),
  });
  const credits = rows.map(creditOf);
  const memberIds = [...new Set(credits.flatMap(({ transfer }) => transfer.memberId ?? []))];
  const creditIds = credits.map(({ transfer }) => transfer.id);
  const [names, corrections] = await Promise.all([
    selectMemberNames(heavy, { communityId, memberIds }),
    selectCorrections(heavy, { communityId, partnerId: id, creditIds }),
  ]);
  const byId = new Map(names.map((row) => [row.id, row]));
  const correctionOf = new Map(corrections.map((row) => [row.id, row]));
  return pageOf(
    page,
    credits,
    ({ transfer }) => transfer.id,
    (credit): PartnerCredit => ({
      credit: presentCredit(credit),
      user_name: byId.get(credit.transfer.memberId ?? '')?.name ?? '',
      payment_reference: byId.get(credit.transfer.memberId ?? '')?.paymentReference ?? '',
      corrects_reference: correctionOf.get(credit.transfer.id)?.correctsReference ?? null,
      corrected_by_reference: correctionOf.get(credit.transfer.id)?.correctedByReference ?? null,
    }),
  );
};
