import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIT, fitOf, gramsOf, isOneSlip, nearTerms, wantedOf } from './near.ts';
import { searchTerms, searchWordsOf } from './search-words.ts';

const named = (name: string) => searchWordsOf({ name, paymentReference: 'RF18539007547034' });
const fit = (typed: string, name: string) => fitOf(searchTerms(typed), named(name));

/** Whether the index offers the member, as SQL asks it. */
function isOffered(typed: string, name: string, communityId = 1): boolean {
  const grams = new Set(gramsOf(1, name));
  return nearTerms(searchTerms(typed))
    .map((term) => wantedOf(communityId, term))
    .every(({ inside, slips }) => inside.every((gram) => grams.has(gram)) || slips.some((gram) => grams.has(gram)));
}

test('one letter wrong, missing, too many or swapped is a slip from four letters on, and two are none', () => {
  for (const typed of ['jurgin', 'jurgn', 'jurggen', 'jrugen', 'xjurgen', 'jurgenx', 'urgen', 'jurge', 'jurgne']) {
    assert.ok(isOneSlip(typed, 'jurgen'), typed);
  }
  for (const typed of ['jrgn', 'jurgennn', 'jugrne', 'jargon', 'nurgej', 'jurg', 'jurgen plus']) {
    assert.ok(!isOneSlip(typed, 'jurgen'), typed);
  }
  assert.ok(!isOneSlip('ana', 'anna'), 'three letters are too few');
  assert.ok(!isOneSlip('anna', 'ana'), 'whichever has them');
  assert.ok(isOneSlip('иавн', 'иван'), 'in any script');
});

test('a member is as good as the worst term: whole word, beginning, inside, slip', () => {
  const name = 'Jürgen Müller-O’Brien';
  const rows: [typed: string, expected: number | undefined][] = [
    ['jurgen', FIT.whole],
    ['obrien', FIT.whole],
    ['mullerobrien', FIT.whole],
    ['jürg', FIT.beginning],
    ['obr', FIT.beginning],
    ['ller', FIT.inside],
    ['jürgn', FIT.slip],
    ['obrein', FIT.slip],
    ['jurgen ller', FIT.inside],
    ['jurgn ller', FIT.slip],
    ['ll', undefined],
    ['jurgn zzz', undefined],
    // Numbers are one digit apart, and another member's.
    ['rf18539007547035', undefined],
  ];
  for (const [typed, expected] of rows) assert.equal(fit(typed, name), expected, typed);
});

test('the index offers each member that fits inside words or by a slip, and none of another community', () => {
  const names = ['Jürgen Müller', 'Bruno O’Brien', 'Иван Петров', 'Anna-Lena Weiß', 'Łukasz Đorđević', '山田 太郎'];
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  let tried = 0;
  for (const name of names) {
    for (const word of named(name).filter((one) => /^\p{L}+$/u.test(one))) {
      const all = [...word];
      const typed = all.flatMap((letter, at) => [
        all.toSpliced(at, 1),
        all.toSpliced(at, 0, letters[(at * 7) % 26] as string),
        all.with(at, letters[(at * 5 + 3) % 26] as string),
        all.toSpliced(at, 2, ...all.slice(at, at + 2).reverse()),
        all.slice(at),
        [...all.slice(at, at + 4), ' ', letter],
      ]);
      for (const one of typed.map((each) => each.join(''))) {
        if ((fit(one, name) ?? 0) <= FIT.beginning) continue;
        tried++;
        assert.ok(isOffered(one, name), `${one} for ${name}`);
        assert.ok(!isOffered(one, name, 2), `${one} in another community`);
      }
    }
  }
  assert.ok(tried > 150, `${tried} tried`);
});

test('a term that is too short or has digits does not query the index, and the longest name bounds what is stored', () => {
  assert.deepEqual(nearTerms(searchTerms('an 0042 x')), []);
  assert.deepEqual(nearTerms(searchTerms('jurgn 0042 ller anna')), ['jurgn', 'ller']);
  const longest = Array.from({ length: 40 }, (_, at) => `${'abcdefgh'.repeat(3)}${String.fromCodePoint(97 + at)}`);
  assert.ok(gramsOf(1, longest.join(' ')).length <= 800);
  assert.ok(gramsOf(1, 'Jürgen Müller').length <= 25);
});
