/** Sessions that begin or go on for another while they are ended, in every order of their lock points. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ChangeDeps } from '../../../../core/change/change.ts';
import { changeMemberStatus } from '../../../../core/people/members/status.ts';
import { HOOKS } from '../../../../service/modules.ts';
import { startTestService, type TestService } from '../../../../test-support/harness.ts';
import {
  type IsolationTester,
  openIsolationTester,
  type Session,
  schedulesOf,
} from '../../../../test-support/isolation.ts';
import { actFor } from '../deputies/acting.ts';
import { appointDeputy } from '../deputies/deputies.ts';
import { createLetterCode } from './letter-code.ts';
import { writeLetters } from './letters.ts';
import { endSessionsOfMember, signInByLetter } from './sign-in.ts';

let service: TestService;
let tester: IsolationTester;
before(async () => {
  service = await startTestService();
  tester = await openIsolationTester(service);
});
after(async () => {
  await tester?.stop();
  await service?.stop();
});

/** A member with a letter, who acts for another. */
async function setUp() {
  const { id: communityId } = await service.createCommunity();
  const [helga, karl] = [await service.createMember({ communityId }), await service.createMember({ communityId })];
  const act = { communityId, actor: 'test' };
  await writeLetters(service.deps, act, [helga.uuid]);
  const [letter] = await service.ownerQuery<{ id: number }>(
    'select id::int from sign_in_requests where community_id = $1',
    [communityId],
  );
  const agreed = { agreedOn: null, how: 'paper' } as const;
  const person = { deputyMemberId: helga.uuid };
  const deputyId = await appointDeputy(service.deps, { ...act, memberId: karl.uuid }, person, agreed);
  assert.ok(letter);
  return { act, communityId, helgaId: helga.uuid, karlId: karl.uuid, deputyId, letterId: letter.id };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

const newSession = () => ({ cookie: createLetterCode(), deviceHash: null, shared: false, userAgent: '' });

async function signIn(deps: ChangeDeps, { act, helgaId, letterId }: Scene): Promise<boolean> {
  return await signInByLetter(deps, act, { id: letterId, memberId: helgaId, deputyId: null }, newSession());
}

function session(name: string, gates: readonly string[], work: (deps: ChangeDeps) => Promise<unknown>): Session {
  return {
    name,
    gates,
    async run(database) {
      try {
        return String(await work({ database, clock: service.clock, wakeWorker() {}, hooks: HOOKS }));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'not_signed_in') return error.code;
        throw error;
      }
    },
  };
}

/** Plays every schedule in a scene of its own. @returns the answers of the first session */
async function playAll(of: (scene: Scene) => readonly Session[], prepare?: (scene: Scene) => Promise<unknown>) {
  const seen = new Set<string | undefined>();
  for (const schedule of schedulesOf(of(await setUp()))) {
    const scene = await setUp();
    await prepare?.(scene);
    const { answers, failures } = await tester.play(of(scene), schedule);
    const context = `${schedule.join(' ')}: ${JSON.stringify(answers)}`;
    assert.deepEqual(failures, [], context);
    const alive = await service.ownerQuery(
      'select id from member_sessions where community_id = $1 and ended_at is null',
      [scene.communityId],
    );
    assert.deepEqual(alive, [], context);
    seen.add(answers.first);
  }
  return [...seen].sort();
}

test('a sign-in beside the leaving of its member begins no session that is alive after it', async () => {
  const seen = await playAll((scene) => [
    session('first', ['use_letter', 'commit'], (deps) => signIn(deps, scene)),
    session('second', ['end_member_sessions', 'commit'], (deps) =>
      changeMemberStatus(deps, { ...scene.act, memberId: scene.helgaId }, 'left'),
    ),
  ]);
  assert.deepEqual(seen, ['false', 'true'], 'both orders were played');
});

for (const direction of ['for another', 'for itself again'] as const) {
  test(`a session that goes on ${direction} while the office signs its person out has ended`, async () => {
    const idIn = new Map<number, number>();
    const self = ({ helgaId: memberId }: Scene) => ({ memberId, deputyId: null });
    const other = ({ karlId: memberId, deputyId }: Scene) => ({ memberId, deputyId });
    const change = (deps: ChangeDeps, scene: Scene, to: ReturnType<typeof self> | ReturnType<typeof other>) =>
      actFor(deps, scene.act, idIn.get(scene.communityId) ?? 0, to, createLetterCode());
    const seen = await playAll(
      (scene) => [
        session('first', ['update_session_member', 'commit'], (deps) =>
          change(deps, scene, direction === 'for another' ? other(scene) : self(scene)),
        ),
        session('second', ['end_member_sessions', 'commit'], (deps) =>
          endSessionsOfMember(deps, scene.act, scene.helgaId, 'all'),
        ),
      ],
      async (scene) => {
        assert.ok(await signIn(service.deps, scene));
        const [begun] = await service.ownerQuery<{ id: number }>(
          'select id::int from member_sessions where community_id = $1',
          [scene.communityId],
        );
        idIn.set(scene.communityId, begun?.id ?? 0);
        if (direction !== 'for another') await change(service.deps, scene, other(scene));
      },
    );
    assert.deepEqual(seen, ['not_signed_in', 'undefined'], 'both orders were played');
  });
}
