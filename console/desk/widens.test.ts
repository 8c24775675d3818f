import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widensCommunity } from '../../modules/office/api/community/settings.ts';
import { signedIn } from '../../test-support/console.ts';
import { CONSOLE_OPERATIONS, consoleOperations } from '../../test-support/console-contract/operations.ts';
import { testService } from '../../test-support/harness.ts';
import type { ConsoleOperationId } from './contract/operations.gen.ts';
import { widensAccount, widensSubscription, widensVisibility } from './widens.ts';

const service = await testService();

/** Asked for with every call. */
const ALWAYS = 'widens, or could';
/** Asked for where the change widens. */
const SOMETIMES = 'widens where its function says so';

/** Every operation that changes something: whether it lets a person or a partner do or see more than before, or why it does not. */
const TABLE: Readonly<Partial<Record<ConsoleOperationId, string>>> = {
  signIn: 'does not: it is the proof itself',
  signOut: 'does not: it ends a session',
  confirmPassword: 'does not: it is the proof itself',
  revokeSession: 'does not: it ends a session',
  revokeOtherSessions: 'does not: it ends sessions',
  changePassword: 'does not: it asks for the password in its body',
  updatePreferences: 'does not: it says how the person sees lists',
  readSetupLink: 'does not: it reads, and the link is the proof',
  setUp: 'does not: the link is the proof, and its maker has confirmed it',
  acceptInvitation: 'does not: the link is the proof, and its maker has confirmed it',
  beginTotp: ALWAYS,
  confirmTotp: ALWAYS,
  disableTotp: ALWAYS,
  renewRecoveryCodes: ALWAYS,
  beginPasskey: ALWAYS,
  addPasskey: ALWAYS,
  removePasskey: ALWAYS,
  beginPasskeySignIn: 'does not: it is part of the proof',
  signInWithPasskey: 'does not: it is the proof itself',
  beginProviderSignIn: 'does not: it is part of the proof',
  beginProviderConfirmation: 'does not: it is part of the proof',
  finishProvider: 'does not: it is the proof itself, and a link that it makes was begun with one',
  beginIdentity: ALWAYS,
  removeIdentity: ALWAYS,
  updateOwnAccount: SOMETIMES,
  putOffSecondFactor: 'does not: it puts a question off',
  switchInstallation: ALWAYS,
  switchCommunity: ALWAYS,
  switchMemberPages: ALWAYS,
  updateMemberPages: SOMETIMES,
  writeMemberLetters: ALWAYS,
  updateLetterText: 'does not: it is the text of a letter on paper',
  inviteAdministrator: ALWAYS,
  withdrawInvitation: ALWAYS,
  changeAdministratorRole: ALWAYS,
  removeAdministrator: ALWAYS,
  createSetupLink: ALWAYS,
  updateCommunitySettings: SOMETIMES,
  updateCommunityRates: SOMETIMES,
  resetCommunity: 'does not: a sandbox holds fictional data, and its partners keep what they have',
  createMember: SOMETIMES,
  updateMember: SOMETIMES,
  findLikeMembers: 'does not: it changes nothing',
  decideMemberPair: 'does not: hours go to the same person',
  setMemberStatuses: 'does not: as setMemberStatus',
  recordMemberCall: 'does not: it says that the office has called',
  appointMemberDeputy: ALWAYS,
  endMemberDeputy: 'does not: it ends what a person may do',
  endMemberSessions: 'does not: it signs out',
  retryMemberEmail: 'does not: the address stays the one that it was',
  addMemberCheck: 'does not: it says what was shown to the office',
  removeMemberCheck: 'does not: the same',
  setMemberOwnFields: 'does not: partners never see them',
  createMemberField: 'does not: the same',
  updateMemberField: 'does not: the same',
  removeMemberField: 'does not: the same',
  setMemberStatus: 'does not: it says who is a member; what partners see of members stays',
  beginMemberHold: 'does not: it hides what the member offers',
  endMemberHold: 'does not: it shows again what partners saw before',
  setMemberVisibility: SOMETIMES,
  eraseMember: ALWAYS,
  createCommunityListing: 'does not: it is what a member offers; what partners see of members stays',
  updateCommunityListing: 'does not: it is what a member offers; what partners see of members stays',
  renewCommunityListings: 'does not: a listing that partners see stays longer',
  updateListingSettings: 'does not: it says when listings end',
  setBookletConsent: 'does not: it is on paper, and the member has agreed',
  setBookletConsents: 'does not: the same, of several members',
  createCategory: 'does not: it is a name',
  renameCategory: 'does not: it is a name',
  mergeCategory: 'does not: it is a name',
  setCategoryStatus: 'does not: it is a name',
  setListingStatus: 'does not: it is what a member offers; what partners see of members stays',
  recordExchange: 'does not: hours go from one account to another within their limits',
  endFirstSteps: 'does not: it hides a list of hints',
  recordGroupSlip: 'does not: as recordExchange, several at once',
  settleHourProposal: 'does not: it books what two have recorded, within the limits of every exchange, or ends it',
  correctExchange: 'does not: it takes an exchange back',
  createAccount: SOMETIMES,
  updateAccount: SOMETIMES,
  previewImport: 'does not: it writes nothing',
  runImport: ALWAYS,
  undoImport: 'does not: it takes away what an import gave',
  checkMove: 'does not: it writes nothing',
  runMove: ALWAYS,
  undoMove: 'does not: it takes away what a move gave',
  createPartner: ALWAYS,
  updatePartner: SOMETIMES,
  setPartnerKeys: ALWAYS,
  setPartnerStatus: SOMETIMES,
  checkAddresses: 'does not: it writes nothing',
  issueCredential: ALWAYS,
  rotateCredential: ALWAYS,
  revokeCredential: ALWAYS,
  createHandOver: ALWAYS,
  readHandOver: 'does not: it reads, and the link is the proof',
  openHandOver: 'does not: the link is the proof, and its maker has confirmed it',
  revokePartnerToken: ALWAYS,
  revokePartnerTokens: ALWAYS,
  createPartnerSubscription: ALWAYS,
  updatePartnerSubscription: SOMETIMES,
  deletePartnerSubscription: 'does not: it ends a subscription',
  setSubscriptionStatus: 'does not: events go to an address that a person has confirmed',
  testPartnerSubscription: 'does not: a test event holds no data',
  replayPartnerSubscription: 'does not: events go to an address that a person has confirmed',
  retryPartnerDelivery: 'does not: events go to an address that a person has confirmed',
  updatePartnerRates: SOMETIMES,
  updateReconciliationSettings: 'does not: it says how files are compared',
  reconcileStatement: 'does not: it compares, and books nothing',
  updateReconciliationLine: 'does not: it is a note on a comparison',
  importBankFile: 'does not: it books nothing',
  decideInboxLine: 'does not: hours go to a member of the community, and can be taken back',
  approveInboxLines: 'does not: hours go to members of the community, and can be taken back',
  updateInboxSettings: SOMETIMES,
  requestPassword: 'does not: a link goes to the address of the account, and to no other',
  resetPassword: 'does not: the link is the proof',
  sendTestMail: 'does not: it goes to oneself',
  setMailConsent: 'does not: it says what members get',
  previewMessage: 'does not: it counts',
  createMessage: 'does not: members agreed to it',
  markLettersPrinted: 'does not: it is a note',
};

test('every operation that changes something says whether it widens rights, and asks for the password accordingly', () => {
  const changing = CONSOLE_OPERATIONS.filter(({ method }) => method !== 'GET');
  assert.deepEqual(Object.keys(TABLE).sort(), changing.map(({ id }) => id).sort());
  for (const { id, authentication } of changing) {
    const { recentPassword, recentPasswordToWiden } = authentication;
    const said = TABLE[id] ?? '';
    assert.deepEqual([recentPassword, recentPasswordToWiden], [said === ALWAYS, said === SOMETIMES], id);
    assert.ok(said === ALWAYS || said === SOMETIMES || said.startsWith('does not: '), id);
  }
});

/** Beside these, an office types its password once an hour. */
const WITHIN_AN_HOUR = [
  ...['switchInstallation', 'switchCommunity', 'switchMemberPages', 'updateMemberPages', 'updateCommunitySettings'],
  ...['setMemberVisibility', 'eraseMember', 'createAccount', 'updateAccount'],
  ...['withdrawInvitation', 'removeAdministrator', 'revokeCredential', 'revokePartnerToken', 'revokePartnerTokens'],
];

test('what gives a way in or moves hours asks for a password of the last ten minutes, all else for one of the last hour', () => {
  const asking = CONSOLE_OPERATIONS.filter(
    ({ authentication }) => authentication.recentPassword || authentication.recentPasswordToWiden,
  );
  const hourly = asking.filter(({ authentication }) => authentication.passwordMinutes === 60).map(({ id }) => id);
  assert.deepEqual(hourly.sort(), WITHIN_AN_HOUR.sort());
  assert.ok(asking.every(({ authentication: { passwordMinutes } }) => [10, 60].includes(passwordMinutes)));
});

/** Calls that widen, and beside them what the same operation does without a recent password. */
async function changes() {
  const person = await signedIn(service);
  const { communityId, slug } = person;
  const partner = await service.createPartner({ communityId, scopes: ['webhooks.manage', 'users.read'] });
  const member = await service.createMember({ communityId });
  const subscribed = await person.client.call('createPartnerSubscription', {
    params: { slug, partnerId: partner.partnerId },
    body: { target_url: 'https://bank.example/events', event_types: ['user.activated'] },
  });
  assert.equal(subscribed.status, 201, subscribed.text);
  const made = await person.client.call('createAccount', { params: { slug }, body: { name: 'Library' } });
  const params = {
    slug,
    partnerId: partner.partnerId,
    subscriptionId: subscribed.body.data.subscription.subscription.id,
    memberId: member.id,
    accountId: made.body.data.id,
  };
  return { ...person, params, partner };
}

test('a change that widens needs a recent password, any other does not', async () => {
  const { client, email, params, partner } = await changes();
  const widening: readonly (readonly [ConsoleOperationId, object])[] = [
    ['updateCommunitySettings', { default_visibility: 'listed_with_email' }],
    ['updateCommunitySettings', { upper_balance_hours: null }],
    ['updateCommunitySettings', { lower_balance_hours: -500 }],
    ['updatePartnerSubscription', { target_url: 'https://elsewhere.example/events' }],
    ['updatePartnerSubscription', { event_types: ['user.activated', 'user.updated'] }],
    ['updateAccount', { lower_balance_hours: -300 }],
    ['createAccount', { name: 'Tool shed', lower_balance_hours: -300 }],
    ['updateMember', { visibility: 'listed_with_email' }],
    ['createMember', { name: 'Nina', visibility: 'listed_with_email' }],
    ['setMemberVisibility', { partner_id: partner.partnerId, visibility: 'listed' }],
    ['updatePartner', { scopes: ['webhooks.manage', 'users.read', 'users.pii'] }],
    ['updateOwnAccount', { email: `renamed-${email}` }],
    ['updateMemberPages', { names_whole: true }],
    ['updateMemberPages', { may_join: true }],
    ['updateMemberPages', { look_first: false }],
    ['updateMember', { email: 'another@example.org' }],
    ['updateCommunityRates', { hours_per_unit: { EUR: '1/20' } }],
    ['updateCommunityRates', { hours_per_unit: { EUR: '1/9' } }],
    ['updateCommunityRates', { hours_per_unit: { EUR: '1/40' }, from: '2099-01-01' }],
    ['updatePartnerRates', { hours_per_unit: { EUR: '1000' } }],
    ['updateInboxSettings', { four_eyes: false }],
    ['updateInboxSettings', { account: 'DE02120300000000202051' }],
    ['updateInboxSettings', { account_holder: 'Riverside Time Bank' }],
  ];
  const narrowing: readonly (readonly [ConsoleOperationId, object])[] = [
    ['updateCommunitySettings', { default_visibility: 'hidden', lower_balance_hours: -10, upper_balance_hours: 100 }],
    ['updatePartnerSubscription', { description: 'Ledger', event_types: ['user.activated'] }],
    ['updateAccount', { lower_balance_hours: 0 }],
    ['updateMember', { name: 'Anna', visibility: 'hidden' }],
    ['setMemberVisibility', { partner_id: partner.partnerId, visibility: 'hidden' }],
    ['updatePartner', { scopes: ['webhooks.manage', 'users.read'] }],
    ['updateMemberPages', { names_whole: false, may_join: false, look_first: true, silent_days: 20 }],
    ['updateInboxSettings', { four_eyes: true, line_open_days: 20 }],
    ['updateMember', { email: null }],
    ['updateCommunityRates', { hours_per_unit: { EUR: '1/18' } }],
    ['updatePartnerRates', { hours_per_unit: { EUR: null } }],
  ];
  const call = async ([id, json]: readonly [ConsoleOperationId, object]) => {
    const { status, body } = await client.call(id, { params, json });
    return status === 404 ? body : status;
  };
  const typedAnHourAgo = () =>
    service.ownerQuery(
      `update sessions set password_at = password_at - interval '1 hour' where administrator_id = (
         select id from administrators where email in ($1, 'renamed-' || $1))`,
      [email],
    );
  const recent = async () => client.call('confirmPassword', { body: { password: 'nine green kettles whistle' } });
  await call([
    'updateCommunitySettings',
    { default_visibility: 'hidden', lower_balance_hours: -10, upper_balance_hours: 100 },
  ]);
  await call(['updateInboxSettings', { four_eyes: true }]);
  await call(['updateMemberPages', { look_first: true }]);
  for (const change of widening) {
    await typedAnHourAgo();
    assert.equal(await call(change), 403, JSON.stringify(change));
    assert.equal((await recent()).status, 200);
    assert.ok([200, 201].includes(await call(change)), JSON.stringify(change));
  }
  await typedAnHourAgo();
  for (const change of narrowing) assert.equal(await call(change), 200, JSON.stringify(change));
  assert.deepEqual(consoleOperations.runImport.authentication.recentPassword, true);
});

test('each limit widens by itself, and where another setting decides a limit the widest is assumed', () => {
  const rules = {
    name: 'Riverside',
    exchangeStepMinutes: 15,
    languages: ['en'],
    hoursAs: 'decimal' as const,
    timeZone: 'UTC',
    ...({ defaultVisibility: 'listed', upperBalanceSeconds: 100, lowerBalanceSeconds: -100 } as const),
  };
  for (const wider of [{ upperBalanceSeconds: null }, { lowerBalanceSeconds: null }, { lowerBalanceSeconds: -101 }]) {
    assert.ok(widensCommunity(rules, { ...rules, ...wider }), JSON.stringify(wider));
    assert.ok(!widensCommunity({ ...rules, ...wider }, rules), JSON.stringify(wider));
  }
  assert.ok(!widensCommunity(rules, { ...rules, name: 'Harbour', languages: ['de'], exchangeStepMinutes: 30 }));
  const all = { targetUrl: 'https://bank.example', eventTypes: ['*'] };
  assert.ok(!widensSubscription(all, { ...all, eventTypes: ['user.updated'] }));
  assert.ok(widensSubscription({ ...all, eventTypes: ['user.updated'] }, all));
  assert.deepEqual(
    [widensVisibility(null, 'hidden'), widensVisibility(null, 'listed'), widensVisibility('listed', null)],
    [false, true, true],
  );
  assert.deepEqual(
    [widensAccount(null, 0), widensAccount(null, -1), widensAccount(-1, null), widensAccount(-5, -1)],
    [false, true, true, false],
  );
});
