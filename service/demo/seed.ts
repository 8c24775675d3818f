/** Creates the demo's community, administrator and partner; a second run finds them. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVENT_TYPES, encodeId, SCOPES } from '@timebank/contract';
import type { OfficeDeps } from '../../console/desk/office-deps.ts';
import { change } from '../../core/change/change.ts';
import { listCommunities } from '../../core/communities/find.ts';
import type { CommunityRow } from '../../core/communities/queries.ts';
import { rotateSecret } from '../../core/partners/credentials.ts';
import { addPartner, changePartner } from '../../core/partners/provision.ts';
import { changeRates, ratesOf } from '../../core/partners/rates/rates.ts';
import { sha256 } from '../../core/partners/secrets.ts';
import type { MemberAct } from '../../core/people/members/status.ts';
import { appointDeputy } from '../../modules/members-pages/domain/deputies/deputies.ts';
import { selectDeputiesOf } from '../../modules/members-pages/domain/deputies/queries.ts';
import { writeLetters } from '../../modules/members-pages/domain/member-access/letters.ts';
import { openMemberPages } from '../../modules/members-pages/domain/member-access/switch.ts';
import { addAdministrator } from '../../modules/office/domain/administrators/create.ts';
import { addCommunity } from '../../modules/office/domain/communities/create.ts';
import { fillIn } from '../../modules/office/domain/communities/fill.ts';
import {
  selectAdministratorHash,
  selectDemoPartner,
  selectLiveSecret,
  selectSampleMember,
  updateAdministratorPassword,
} from './queries.ts';

/** The content of `demo.json`: all that is needed for a first call. `base_url` is the origin, without the path prefix. */
export interface DemoFile {
  readonly base_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly member_id: string;
  /** The same member's payment reference, which a payer writes on a transfer. */
  readonly payment_reference: string;
  readonly event_types: readonly string[];
  readonly console_url: string;
  readonly admin_email: string;
  readonly admin_password: string;
  /** The first page of the community's members. */
  readonly members_url: string;
  /** The address of a member, whose letter is `member_sign_in`: links to sign in are in `mail_inbox`. */
  readonly member_email: string | null;
  /** Letters of two members: each address opens that member's pages once. Fresh at each start. */
  readonly member_sign_in: string;
  readonly other_sign_in: string;
  /** Of a member who is deputy of the one of `member_email`. */
  readonly deputy_sign_in: string;
  /** Where the mails of the demo are shown: JSON, newest first. Null: SMTP_URL leads elsewhere. */
  readonly mail_inbox: string | null;
}

const SLUG = 'riverside';
const ACTOR = 'demo';
const PARTNER_NAME = 'Harbour Bank';
const ADMIN_EMAIL = 'admin@example.org';
const NO_CAP_SECONDS = 1_000_000 * 3600;

/** The demo's partner, and what it needs to know. */
export interface SeededDemo {
  readonly communityId: number;
  readonly partnerId: number;
  readonly file: DemoFile;
}

/**
 * Creates the missing parts and writes `demo.json` (mode 0600).
 * @param rateLimit of the partner, in requests per minute; 0: none
 * @param mailInbox where the demo's mails are shown
 */
export async function seedDemo(
  deps: OfficeDeps,
  origin: string,
  rateLimit: number,
  mailInbox: string | null = null,
): Promise<SeededDemo> {
  const path = join(deps.config.dataDir, 'demo.json');
  const known = await readDemoFile(path);
  const community = (await listCommunities(deps.database)).find(({ slug }) => slug === SLUG) ?? (await seed(deps));
  const [member] = await selectSampleMember(deps.database.reads, { communityId: community.id, externalId: 'D001' });
  if (!member) throw new Error('the sample community has lost its first member');
  if ((await ratesOf(deps.database.reads, community.id, null)).length === 0) {
    const act = { communityId: community.id, partnerId: null, actor: ACTOR };
    await changeRates(deps, act, { hoursPerUnit: { EUR: '1/20' }, from: null });
  }
  const { credentials, ...partner } = await demoPartner(deps, community.id, known, rateLimit);
  const password = await demoPassword(deps, community.id, known);
  const { protocol, port } = new URL(origin);
  const file: DemoFile = {
    base_url: origin,
    ...credentials,
    member_id: encodeId('usr', member.id),
    payment_reference: member.paymentReference,
    event_types: EVENT_TYPES,
    console_url: `${protocol}//localhost:${port}/console`,
    admin_email: ADMIN_EMAIL,
    admin_password: password,
    ...(await memberLetters(deps, community.id, `${protocol}//localhost:${port}/at/${SLUG}`)),
    mail_inbox: mailInbox,
  };
  await writeFile(path, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  return { ...partner, file };
}

const DEPUTIES_READ = 50;

/** Opens the pages of the members, and writes letters for the first three, of whom the last is the first one's deputy. */
async function memberLetters(
  deps: OfficeDeps,
  communityId: number,
  url: string,
): Promise<Pick<DemoFile, 'members_url' | 'member_email' | 'member_sign_in' | 'other_sign_in' | 'deputy_sign_in'>> {
  const act = { communityId, actor: ACTOR };
  await openMemberPages(deps, act, true);
  const letterOf = async (externalId: string) => {
    const [member] = await selectSampleMember(deps.database.reads, { communityId, externalId });
    const [letter] = member ? await writeLetters(deps, act, [member.id]) : [];
    if (!letter) throw new Error('the sample community has lost one of its first members');
    return { address: `${url}/enter?code=${letter.code}`, email: member?.email ?? null, memberId: letter.memberId };
  };
  const [own, other, deputy] = [await letterOf('D001'), await letterOf('D002'), await letterOf('D003')];
  await letActFor(deps, { ...act, memberId: own.memberId }, deputy.memberId);
  return {
    members_url: url,
    member_email: own.email,
    member_sign_in: own.address,
    other_sign_in: other.address,
    deputy_sign_in: deputy.address,
  };
}

/** At a later start the deputy is there already. */
async function letActFor(deps: OfficeDeps, act: MemberAct, deputyMemberId: string): Promise<void> {
  const isThere = (await selectDeputiesOf(deps.database.reads, { ...act, limit: DEPUTIES_READ })).some(
    (one) => one.deputyMemberId === deputyMemberId && one.endedAt === null,
  );
  if (!isThere) await appointDeputy(deps, act, { deputyMemberId }, { agreedOn: null, how: 'in_person' });
}

async function readDemoFile(path: string): Promise<Partial<DemoFile>> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Partial<DemoFile>;
  } catch {
    return {};
  }
}

async function seed(deps: OfficeDeps): Promise<CommunityRow> {
  const community = await addCommunity(
    deps,
    { actor: ACTOR },
    {
      slug: SLUG,
      name: 'Riverside Time Bank',
      // Partners that try the API out see all that it can show.
      defaultVisibility: 'listed_with_email',
    },
  );
  await change(deps, { communityId: community.id, actor: ACTOR }, async (within) => {
    const rows = await fillIn(within, deps.clock, community.id);
    within.audit('members.imported', `community:${community.id}`, { rows, created: rows, skipped: 0 });
  });
  return community;
}

async function demoPartner(
  deps: OfficeDeps,
  communityId: number,
  known: Partial<DemoFile>,
  rateLimitPerMinute: number,
): Promise<Omit<SeededDemo, 'file'> & { credentials: Pick<DemoFile, 'client_id' | 'client_secret'> }> {
  const { database, clock } = deps;
  const settings = {
    scopes: SCOPES,
    rateLimitPerMinute,
    maxCreditSeconds: NO_CAP_SECONDS,
    maxMemberDaySeconds: null,
    maxPartnerDaySeconds: null,
  };
  if (known.client_id && known.client_secret) {
    const { client_id, client_secret } = known;
    const [live] = await selectLiveSecret(database.reads, {
      clientId: client_id,
      secretHash: sha256(client_secret),
      at: clock.now(),
    });
    if (live) {
      const partner = { communityId: live.communityId, partnerId: live.partnerId };
      await changePartner(deps, { ...partner, actor: ACTOR }, { rateLimitPerMinute });
      return { ...partner, credentials: { client_id, client_secret } };
    }
  }
  const [partner] = await selectDemoPartner(database.reads, { communityId, name: PARTNER_NAME });
  if (!partner) {
    const created = await addPartner(deps, { communityId, actor: ACTOR }, { name: PARTNER_NAME, ...settings });
    const credentials = { client_id: created.clientId, client_secret: created.clientSecret };
    return { communityId, partnerId: created.partnerId, credentials };
  }
  // The file with the secret is gone: the secret cannot be read back, so there is a new one.
  const act = { communityId, partnerId: partner.id, actor: ACTOR };
  const { clientSecret } = await rotateSecret(deps, act, 0);
  const credentials = { client_id: partner.clientId, client_secret: clientSecret };
  return { communityId, partnerId: partner.id, credentials };
}

async function demoPassword(deps: OfficeDeps, communityId: number, known: Partial<DemoFile>): Promise<string> {
  const [administrator] = await selectAdministratorHash(deps.database.reads, { email: ADMIN_EMAIL });
  const kept = known.admin_password;
  if (administrator && kept && (await deps.passwords.matches(kept, administrator.passwordHash))) return kept;
  const password = randomBytes(18).toString('base64url');
  if (administrator) {
    const hash = await deps.passwords.hash(password);
    await change(deps, { communityId: null, actor: ACTOR }, async ({ transaction, audit }) => {
      const [changed] = await updateAdministratorPassword(transaction, { email: ADMIN_EMAIL, passwordHash: hash });
      audit('administrator.password_changed', `administrator:${changed?.id}`);
    });
    return password;
  }
  const person = { email: ADMIN_EMAIL, name: 'Ada Riverside', role: 'owner' } as const;
  await addAdministrator(deps, { communityId, actor: ACTOR }, { password, ...person });
  return password;
}
