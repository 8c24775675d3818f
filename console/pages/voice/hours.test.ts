/** Lengths of time as people write them, and as pages and mails show them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MEMBER_LANGUAGES } from '@timebank/contract';
import { clockOf, readDuration, secondsFromDuration } from '@timebank/contract/duration';
import fc from 'fast-check';
import { shownHours, spelledTime } from './hours.ts';
import { PLAIN_ADDRESS_STYLE, speak } from './voice.ts';

const outcome = (typed: string) => {
  const read = readDuration(typed);
  return 'seconds' in read ? read.seconds : 'readings' in read ? read.readings : read.broken.code;
};

test('a length of time is read as people write it, in every language', () => {
  const quarter = 4500;
  const cases: Readonly<Record<number, readonly string[]>> = {
    [quarter]: [
      '1,25 Std.',
      '1.25 h',
      '1,25',
      '1¼',
      '1 ¼ Std.',
      '1 hour 15 minutes',
      '1 hour and 15 minutes',
      '1:15 h',
    ],
    5400: [
      ...['1½', '1 ½ Stunden', '1h30', '1 h 30', '1:30', '1:30 Std.', '90 Min.', '90min', '1 h 30 min', '1,5', '1.5'],
      ...['una hora y media', '1 hora y 30 minutos', 'une heure et demie', '1 heure et 30 minutes', '1 h 30'],
      ...['un’ora e mezza', '1 ora e 30 minuti', '90 minuti', '90 minutos'],
      ...['1 1/2', '1 1/2 Std.', '1 ora e mezza', 'an hour and a half', 'one and a half hours'],
      ...['1 Std. 30 Min.', '1 Stunde und 30 Minuten', '1 Stunde, 30 Minuten', 'anderthalb Stunden', '1,50', '+1.5'],
    ],
    1800: [
      '½',
      '½ h',
      '0,5 Std.',
      'eine halbe Stunde',
      'half an hour',
      '30 MIN',
      '0:30',
      ',5',
      'media hora',
      'une demi-heure',
      'mezz’ora',
    ],
    2700: ['45 Minuten', '45 min', '45 m', '¾ Stunde', '3/4 h', '0,75'],
    3600: [
      '1 Stunde',
      '1 Std.',
      '1',
      '1 hr',
      'eine Stunde',
      'an hour',
      'one hour',
      'una hora',
      'une heure',
      'un’ora',
      '60 min',
      '3600 s',
    ],
    7200: ['2', 'zwei Stunden', 'two hours', '2 hrs', 'dos horas', 'deux heures', 'due ore', '  2   h '],
    9000: [
      'zweieinhalb Stunden',
      'two and a half hours',
      'dos horas y media',
      'deux heures et demie',
      'due ore e mezza',
    ],
    15660: ['4,35 h'],
    54000: ['15 Std.'],
  };
  for (const [seconds, texts] of Object.entries(cases))
    for (const typed of texts) assert.equal(outcome(typed), Number(seconds), typed);
});

test('what may be two lengths is not guessed, and the sentence names both', () => {
  assert.deepEqual(['1.30', '1,30', '1.30 h', '1,15', '0.40', '90', '15'].map(outcome), [
    ...[
      [5400, 4680],
      [5400, 4680],
      [5400, 4680],
      [4500, 4140],
      [2400, 1440],
    ],
    ...[
      [324_000, 5400],
      [54_000, 900],
    ],
  ]);
  const read = secondsFromDuration('1,30');
  assert.deepEqual('broken' in read && [read.broken.code, /1:30 or 1:18/.test(read.broken.message)], [
    'ambiguous_time',
    true,
  ]);
});

test('what is no length above zero is refused', () => {
  const none = [
    '',
    '0',
    '0:00',
    '-1',
    '-1.30',
    '1:75',
    '1.005',
    'x',
    '0 min',
    'min',
    'h',
    '1e3',
    '1:30 h 20 min',
    '3/2',
    '11/2',
    '1/2/3',
    '1,000',
  ];
  for (const typed of none) assert.ok('broken' in readDuration(typed), typed);
  for (const typed of ['1 h\u0000', `1${' '.repeat(60)}h`, '1000001 h'])
    assert.ok('broken' in readDuration(typed), typed);
});

test('every text that is shown for a length is read back as the same, in every language and both ways of writing hours', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 86_400 }), fc.constantFrom(...MEMBER_LANGUAGES), (seconds, lang) => {
      for (const hoursAs of ['decimal', 'clock'] as const) {
        const shown = speak(shownHours(seconds, lang), { ...PLAIN_ADDRESS_STYLE, hoursAs }, lang);
        assert.equal(outcome(shown), seconds, shown);
      }
      for (const text of [spelledTime(seconds, lang), clockOf(seconds)]) assert.equal(outcome(text), seconds, text);
    }),
    { numRuns: 5000 },
  );
});

test('hours are shown as the community writes them, and a choice is no time of day', () => {
  const shown = (seconds: number, lang: 'en' | 'de') =>
    (['decimal', 'clock'] as const).map((hoursAs) =>
      speak(shownHours(seconds, lang), { ...PLAIN_ADDRESS_STYLE, hoursAs }, lang),
    );
  assert.deepEqual(shown(4500, 'de'), ['1,25 Std.', '1:15 Std.']);
  assert.deepEqual(shown(660, 'de'), ['11 Min.', '0:11 Std.']);
  assert.deepEqual(shown(4_446_000, 'en'), ['1,235 h', '1235:00 h']);
  assert.deepEqual(
    [spelledTime(1800, 'de'), spelledTime(5400, 'de'), spelledTime(3600, 'en')],
    [...['30 Min.', '1 Std. 30 Min.', '1 h']],
  );
});

test('a clock shows seconds only where there are any', () => {
  assert.deepEqual([5400, 300, 4788, 360_000].map(clockOf), ['1:30', '0:05', '1:19:48', '100:00']);
});
