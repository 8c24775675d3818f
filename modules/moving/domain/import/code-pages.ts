/**
 * Windows-1252 or Windows-1250: the letters of the West or of Central Europe, where nothing says which. One byte is è in
 * the one and č in the other; what is beside it shows which of the two a word can have.
 */
import iconv from 'iconv-lite';

export const CODE_PAGES = ['windows-1252', 'windows-1250'] as const;
export type CodePage = (typeof CODE_PAGES)[number];

/** What the bytes show; `unclear`: nothing, although letters differ. */
export interface CodePageGuess {
  readonly page: CodePage | 'unclear';
  /** Words whose letters differ, in both readings. */
  readonly words: Readonly<Record<CodePage, readonly string[]>>;
}

const WORDS_MAX = 3;
const WORD_LENGTH_MAX = 60;
/** One reading is the right one if so many times more words show it. */
const CLEAR_RATIO = 10;
/** Quotation marks, dashes, spaces: between words in both. */
const BETWEEN = /[^\p{L}\p{M}\u00a3\u00a5\u00af\u00b3\u00b9\u00bc\u00be\u00bf\u00aa\u00ba\ufffd]+/u;
const VOWELS = /^[aeiouyáéíóúýäëöüôâî]$/i;
const CONSONANTS = /^[b-df-hj-np-tv-xzçšžß]$/i;

type Vote = CodePage | undefined;
const [WEST, CENTRAL] = CODE_PAGES;

/** Decides by the words of a text that has one byte for each letter. */
export function guessCodePage(bytes: Buffer): CodePageGuess {
  const western = iconv.decode(bytes, WEST);
  const votes = { [WEST]: 0, [CENTRAL]: 0 };
  const words: Record<CodePage, string[]> = { [WEST]: [], [CENTRAL]: [] };
  let hasDiffering = false;
  const letters = new Set<string>();
  for (const word of new Set(western.split(BETWEEN))) {
    if (word.length > WORD_LENGTH_MAX || !/[^\0-\x7f]/.test(word)) continue;
    const central = iconv.decode(iconv.encode(word, WEST), CENTRAL);
    if (central === word && !word.includes('\ufffd')) {
      for (const letter of word.toLowerCase()) letters.add(letter);
      continue;
    }
    const vote = voteOf(word, letters);
    if (vote === undefined && !isWord(word, central)) continue;
    hasDiffering = true;
    if (vote) votes[vote]++;
    if (words[WEST].length < WORDS_MAX) {
      words[WEST].push(word);
      words[CENTRAL].push(central);
    }
  }
  if (!hasDiffering) return { page: WEST, words };
  // No language of the West has both; Hungarian has, as ő and ű.
  if (letters.has('õ') && letters.has('û')) votes[CENTRAL]++;
  // Beside other letters that differ, these are of Central Europe; Estonian has õ alone.
  if ((letters.has('š') || letters.has('ž')) && hasOther(letters)) votes[CENTRAL]++;
  return { page: decided(votes), words };
}

function decided(votes: Readonly<Record<CodePage, number>>): CodePage | 'unclear' {
  if (votes[CENTRAL] > votes[WEST] * CLEAR_RATIO) return CENTRAL;
  return votes[WEST] > votes[CENTRAL] * CLEAR_RATIO ? WEST : 'unclear';
}

/** A sign alone, such as £ or m³, is no word whose letters differ. */
const isWord = (western: string, central: string) =>
  [...western].some((letter, at) => letter !== central[at] && /[\p{L}]/u.test(letter) && !/[ªº]/.test(letter));

/** č ř ě ů ň ć ď: one of them beside š or ž. */
const DIFFERING = /[èøìùòæï]/;
const MUTE_E = /^(?:[bcdfglmnprstvz]|ch|gn|[bdgtv]r)e/i;
const hasOther = (letters: ReadonlySet<string>) => [...letters].some((letter) => DIFFERING.test(letter));

/** What a word shows; the letters that it has are noted. */
function voteOf(word: string, letters: Set<string>): Vote {
  const signs = [...word];
  let vote: Vote;
  for (const [at, sign] of signs.entries()) {
    const small = sign.toLowerCase();
    letters.add(small);
    const [before = '', after = ''] = [signs[at - 1], signs[at + 1]];
    const shown = RULES[small]?.({ before, after, at, sign, rest: signs.slice(at + 1).join('') });
    // A letter that the West does not have outweighs what its neighbours show.
    if (shown === CENTRAL) return CENTRAL;
    vote ??= shown;
  }
  return vote;
}

interface SignPlace {
  /** The signs beside it; '' at an end of the word. */
  readonly before: string;
  readonly after: string;
  readonly at: number;
  readonly sign: string;
  /** All behind it. */
  readonly rest: string;
}

const isVowel = (sign: string) => VOWELS.test(sign);
const isConsonant = (sign: string) => CONSONANTS.test(sign);
const isLetter = (sign: string) => /^\p{L}$/u.test(sign);
const isInside = ({ before, after }: SignPlace) => isLetter(before) && isLetter(after);

/** Between vowels a word has a consonant: Kučera, Jiří. */
const isBetweenVowels = ({ before, after }: SignPlace) => isVowel(before) && isVowel(after);

/** Signs of the West that are letters of Central Europe, and letters of both, each by its small letter in the West. */
const RULES: Readonly<Record<string, (place: SignPlace) => Vote>> = {
  // Without a meaning in Windows-1252: Ť, ť, Ź.
  '\ufffd': () => CENTRAL,
  '\u008d': () => CENTRAL,
  '\u008f': () => CENTRAL,
  '\u009d': () => CENTRAL,
  // Ł, ł, Ą, ą, Ż, ż, Ľ, ľ, Ş, ş
  '£': ({ after }) => (isLetter(after) ? CENTRAL : undefined),
  '³': (place) => (isInside(place) || (place.at >= 2 && place.after === '') ? CENTRAL : undefined),
  '¥': ({ after }) => (isLetter(after) ? CENTRAL : undefined),
  '¹': (place) => (isInside(place) ? CENTRAL : undefined),
  '¯': ({ after }) => (isLetter(after) ? CENTRAL : undefined),
  '¿': ({ before }) => (isLetter(before) ? CENTRAL : undefined),
  '¼': ({ after }) => (isLetter(after) ? CENTRAL : undefined),
  '¾': (place) => (isInside(place) ? CENTRAL : undefined),
  ª: (place) => (isInside(place) ? CENTRAL : undefined),
  º: (place) => (isInside(place) ? CENTRAL : undefined),
  // ź: a capital letter behind a small one.
  ÿ: ({ sign, before }) => (sign === 'Ÿ' && /^\p{Ll}$/u.test(before) ? CENTRAL : undefined),
  // č: Kučera, Čapek; è: Hélène, frère.
  è: (place) => {
    if (isBetweenVowels(place) || (place.before === '' && isVowel(place.after))) return CENTRAL;
    return isConsonant(place.before) && MUTE_E.test(place.rest) ? WEST : undefined;
  },
  // ř: Jiří; ø: Bjørn.
  ø: (place) => {
    if (isBetweenVowels(place)) return CENTRAL;
    return isConsonant(place.before) && /^[rlnmdgb]/i.test(place.after) ? WEST : undefined;
  },
  // ň; ò: Nicolò.
  ò: (place) => {
    if (isBetweenVowels(place)) return CENTRAL;
    return isConsonant(place.before) && !isVowel(place.after) ? WEST : undefined;
  },
  // ć: Petrović; æ: Kjær.
  æ: (place) => {
    if (isVowel(place.before) && (place.after === '' || isVowel(place.after))) return CENTRAL;
    return isConsonant(place.before) && /^[rlndgbs]/i.test(place.after) ? WEST : undefined;
  },
  // ń is not before a vowel.
  ñ: ({ after }) => (isVowel(after) ? WEST : undefined),
  // ă: João, mãe.
  ã: ({ after }) => (/^[oe]$/i.test(after) ? WEST : undefined),
  õ: ({ after }) => (/^e$/i.test(after) ? WEST : undefined),
  // ŕ is between consonants, and ĺ is rare.
  à: ({ before, after }) => (after === '' || isVowel(before) || isVowel(after) ? WEST : undefined),
  å: () => WEST,
  // ď: Anaïs, Loïc.
  ï: ({ before, after }) => (isVowel(before) && /^[scv]$/i.test(after) ? WEST : undefined),
  // ś: cœur.
  œ: ({ before, after }) => (/^u$/i.test(after) ? WEST : isVowel(before) && isConsonant(after) ? CENTRAL : undefined),
};
