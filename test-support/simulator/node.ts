/** One process of the service, whole but for its worker's clockwork: that is played round by round. */
import { encodeId, hoursFromSeconds } from '@timebank/contract';
import { Refusal } from '../../core/base/refusal.ts';
import { isUnavailable, sqlState } from '../../core/database/connection.ts';
import { changeSubscription } from '../../core/events/subscriptions/change.ts';
import { createPostTransfers } from '../../core/ledger/post-batch.ts';
import { changePartner } from '../../core/partners/provision.ts';
import { changeMemberStatus } from '../../core/people/members/status.ts';
import { changeMember, choosePartnerVisibility } from '../../core/people/members/update.ts';
import { reverseExchange } from '../../modules/members/domain/exchanges/correct.ts';
import { postExchange } from '../../modules/members/domain/exchanges/record.ts';
import { erasePersonalData } from '../../modules/members/domain/members/erase.ts';
import { changeCommunity } from '../../modules/office/domain/communities/settings.ts';
import { createTestClock, startTestService, type TestClock, type TestPartner, type TestService } from '../harness.ts';
import { answerOf } from '../ledger/compare.ts';
import type { TestMachine } from '../node-clock.ts';
import type { Cast, Facts } from './facts.ts';
import { actAsMember } from './members.ts';
import { createNemesis, describeFault, isSevere, type Nemesis } from './nemesis.ts';
import { isOfProposal, type LedgerOperation, NO_MEMBER, type PolicyOperation } from './operations.ts';

export interface Node {
  readonly service: TestService;
  /** The database's, of all nodes. */
  readonly time: TestClock;
  readonly machine: TestMachine;
  readonly nemesis: Nemesis;
  /** Tokens by credential, with the time they were issued; of all nodes. */
  readonly tokens: Map<number, { readonly token: string; readonly issuedAtMs: number }>;
}

/** The outcome is unknown: 503, or an error of the database. */
export const UNKNOWN = 'unknown';

const TOKEN_USED_MS = 30 * 60_000;
const NO_SUCH_USER = 'usr_01jd3h6m8nfdwtv0k2x9q4z7ab';
const NO_SUCH_EXCHANGE = '00000000-0000-0000-0000-000000000000';

/** @param beside a node that is there already: the other one has its database */
export async function startNode(beside?: Node): Promise<Node> {
  let nemesis: Nemesis | undefined;
  const time = beside?.time ?? createTestClock();
  const machine = { aheadMs: 0 };
  const service = await startTestService({
    ...(beside ? { database: beside.service.testDatabase } : {}),
    clock: time,
    machine,
    changeDeps(deps) {
      nemesis = createNemesis(deps.database);
      const troubled = nemesis.database;
      return {
        ...deps,
        database: troubled,
        postTransfers: createPostTransfers(troubled, deps.clock, deps.wakeWorker),
      };
    },
  });
  return { service, time, machine, nemesis: nemesis as Nemesis, tokens: beside?.tokens ?? new Map() };
}

/** Sets the clock of its machine. */
export async function setMachine({ service, machine }: Node, aheadMs: number): Promise<void> {
  machine.aheadMs = aheadMs;
  await service.nodeClock?.measure();
}

export const isRight = ({ service }: Node) => service.deps.clockState.fault() === undefined;

/**
 * A valid token of the partner, asked for while nothing fails.
 * @param from a node whose clock is right
 */
export async function prepareToken({ time, tokens }: Node, partner: TestPartner, { service }: Node): Promise<void> {
  const nowMs = time.now().getTime();
  const known = tokens.get(partner.credentialId);
  if (known && nowMs - known.issuedAtMs < TOKEN_USED_MS && nowMs >= known.issuedAtMs) return;
  tokens.set(partner.credentialId, { token: await service.token(partner), issuedAtMs: nowMs });
}

/** The id of the credit or exchange that an operation names, which only the facts know. */
export function nameOf(operation: LedgerOperation, facts: Facts): string | undefined {
  const community = facts[operation.community];
  if (operation.do === 'reverse') return community?.partners[operation.owner]?.creditIds.get(operation.of);
  if (operation.do === 'correct') return community?.exchangeIds.get(operation.name);
  return isOfProposal(operation) ? community?.proposals.get(operation.name)?.id : undefined;
}

/**
 * Does it. Returns the answer in the words of the model, or UNKNOWN.
 * @throws when the answer is one that nobody should ever get
 */
export async function perform(
  node: Node,
  cast: Cast,
  operation: LedgerOperation | PolicyOperation,
  name: string | undefined,
): Promise<string> {
  try {
    if (operation.do === 'credit' || operation.do === 'reverse') return await callWallet(node, cast, operation, name);
    if (operation.do === 'exchange' || operation.do === 'correct') return await exchange(node, cast, operation, name);
    if (isOfProposal(operation)) {
      const community = cast.communities[operation.community] as Cast['communities'][number];
      return await actAsMember(node.service, community, operation, { proposalId: name });
    }
    await changePolicy(node, cast, operation);
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return answerOf(error.code, error.fields);
    if (isUnavailable(error) || isOfNemesis(node, error, operation)) return UNKNOWN;
    throw error;
  }
}

/** Whether the nemesis made this error. A posting that met another writer must run again by itself. */
function isOfNemesis({ nemesis }: Node, error: unknown, { do: kind }: LedgerOperation | PolicyOperation): boolean {
  const happened = nemesis.happened().map((fault) => fault.kind);
  const code = sqlState(error);
  if (happened.includes('aborted unnoticed') && code === '22012') return true;
  const rerunnable = !['exchange', 'correct', 'propose', 'answer', 'settle'].includes(kind);
  const provoked = happened.includes('rerun') || happened.includes('conflict at COMMIT');
  return rerunnable && provoked && (code === '40P01' || code === '40001');
}

async function callWallet(
  { service, nemesis, tokens }: Node,
  cast: Cast,
  operation: Extract<LedgerOperation, { do: 'credit' | 'reverse' }>,
  name: string | undefined,
): Promise<string> {
  const { community, partner, reference } = operation;
  const { partners, members } = cast.communities[community] as Cast['communities'][number];
  const credential = (partners[partner] as TestPartner).credentialId;
  const token = tokens.get(credential)?.token ?? '';
  const response =
    operation.do === 'credit'
      ? await service.call('POST', '/wallet/credit', {
          token,
          json: {
            user_id: operation.member === NO_MEMBER ? NO_SUCH_USER : (members[operation.member]?.id ?? ''),
            hours: hoursFromSeconds(operation.seconds),
            reference,
          },
        })
      : await service.call('POST', `/wallet/credits/${name ? encodeId('crd', name) : 'crd_none'}/reversal`, {
          token,
          json: { reference },
        });
  if (response.status === 503) return UNKNOWN;
  if (response.status >= 500) {
    const happened = nemesis.happened();
    if (happened.some(({ kind }) => kind === 'aborted unnoticed')) return UNKNOWN;
    const faults = happened.map(describeFault).join(', ');
    const why = happened.some(isSevere) ? 'instead of 503' : faults ? 'instead of another attempt' : 'for no reason';
    throw new Error(`${response.status} ${why}: ${response.text}`);
  }
  if (response.status >= 400) return answerOf(response.body.error, response.body.errors);
  return response.status === 201 ? 'posted' : 'replayed';
}

async function exchange(
  { service }: Node,
  cast: Cast,
  operation: Extract<LedgerOperation, { do: 'exchange' | 'correct' }>,
  name: string | undefined,
): Promise<string> {
  const { database, clock } = service.deps;
  const { id: communityId, members } = cast.communities[operation.community] as Cast['communities'][number];
  if (operation.do === 'correct') {
    const exchangeId = name ?? NO_SUCH_EXCHANGE;
    await reverseExchange(database, clock, { communityId, exchangeId, reason: 'simulated', recordedBy: 'simulator' });
    return 'posted';
  }
  const party = (member: number) => (member === NO_MEMBER ? 'chest' : (members[member]?.id ?? ''));
  await postExchange(database, clock, {
    communityId,
    kind: operation.kind,
    provider: party(operation.provider),
    receiver: party(operation.receiver),
    time: `${operation.seconds / 60} min`,
    serviceDate: '2026-11-19',
    externalId: operation.name,
    recordedBy: 'simulator',
  });
  return 'posted';
}

async function changePolicy({ service }: Node, cast: Cast, operation: PolicyOperation): Promise<void> {
  const { deps } = service;
  const { id: communityId, ...own } = cast.communities[operation.community] as Cast['communities'][number];
  const actor = 'simulator';
  const partnerIdOf = (partner: number) => own.partners[partner]?.partnerId ?? 0;
  switch (operation.do) {
    case 'caps': {
      const { credit, memberDay, partnerDay } = operation;
      const caps = { maxCreditSeconds: credit, maxMemberDaySeconds: memberDay, maxPartnerDaySeconds: partnerDay };
      const act = { communityId, partnerId: partnerIdOf(operation.partner), actor };
      return await changePartner(deps, act, caps);
    }
    case 'limits': {
      const limits = { upperBalanceSeconds: operation.upper, lowerBalanceSeconds: operation.lower };
      return await changeCommunity(deps, { communityId, actor }, limits);
    }
    case 'default':
      return await changeCommunity(deps, { communityId, actor }, { defaultVisibility: operation.visibility });
    case 'subscription': {
      const subscription = own.subscriptions[operation.partner]?.[operation.subscription];
      const subscriptionId = subscription?.id ?? '';
      const act = { communityId, partnerId: partnerIdOf(operation.partner), subscriptionId, actor };
      await changeSubscription(deps, act, { status: operation.status });
      return;
    }
  }
  const act = { communityId, memberId: own.members[operation.member]?.uuid ?? '', actor };
  switch (operation.do) {
    case 'show':
      await changeMember(deps, act, { visibility: operation.visibility });
      return;
    case 'choose':
      return await choosePartnerVisibility(deps, act, partnerIdOf(operation.partner), operation.visibility);
    case 'status':
      return await changeMemberStatus(deps, act, operation.status);
    case 'erase':
      return await erasePersonalData(deps, act, memberName(operation.member));
  }
}

export const memberName = (member: number) => `Member ${member}`;
