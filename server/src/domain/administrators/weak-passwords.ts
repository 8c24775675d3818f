/**
 * Passwords that an attacker tries first. At 15 characters hardly any of the published lists is left; what people do
 * write is a common word repeated, keys in a row, or the name of the product or their own with digits around it.
 */

/** Words that add nothing, in lower case without spaces; the longest match counts. */
const COMMON = [
  ...'password passwort passwords passphrase kennwort geheim secret letmein welcome willkommen hello hallo login'.split(
    ' ',
  ),
  ...'admin administrator root user guest master test testing demo default changeme change example sample'.split(' '),
  ...'qwertyuiopasdfghjklzxcvbnm qwertzuiopasdfghjklyxcvbnm qwertyuiop qwertzuiop asdfghjkl zxcvbnm yxcvbnm'.split(' '),
  ...'qwerty qwertz asdfgh asdf zxcv qazwsxedc qazwsx 1qaz2wsx3edc4rfv 1q2w3e4r5t6y q1w2e3r4t5y6'.split(' '),
  ...'abcdefghijklmnopqrstuvwxyz abcdefgh abcdef abc iloveyou ilove love monkey dragon football baseball'.split(' '),
  ...'princess sunshine superman batman shadow trustno1 whatever freedom summer winter spring autumn'.split(' '),
  ...'sommer fruehling herbst berlin london hamburg munich wien zurich'.split(' '),
  ...'correcthorsebatterystaple correct horse battery staple'.split(' '),
  ...'timebank timebanking time bank zeitbank zeitbanken community gemeinschaft console credit credits hours'.split(
    ' ',
  ),
  ...'january february march april june july august september october november december'.split(' '),
  ...'monday tuesday wednesday thursday friday saturday sunday the and my is in for you mein meine das'.split(' '),
];

/** Characters that must remain once all that is common has been taken away. */
const UNCOMMON_MIN = 7;
const DISTINCT_MIN = 6;
const RUN_MIN = 3;

/**
 * Whether a password is too easily guessed.
 * @param own words of the account: e-mail address, name, community
 */
export function isWeakPassword(password: string, own: readonly string[] = []): boolean {
  const plain = plainForm(password);
  if (new Set(plain).size < DISTINCT_MIN) return true;
  const words = [...COMMON, ...own.flatMap(wordsOf)].sort((a, b) => b.length - a.length);
  return uncommonLength(plain, words) < UNCOMMON_MIN;
}

/** Lower case, without separators, with the usual substitutions undone. */
function plainForm(password: string): string {
  return password
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll('!', 'i')
    .replaceAll('€', 'e')
    .replace(/[\s\p{P}\p{C}\p{M}]/gu, '');
}

const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

function wordsOf(text: string): string[] {
  return plainForm(text.replace(/[@._-]+/g, ' '))
    .split(' ')
    .concat(text.split(/[^\p{L}\p{N}]+/u).map(plainForm))
    .filter((word) => word.length >= 3);
}

function uncommonLength(plain: string, words: readonly string[]): number {
  const letters = plain.replace(/[013457]/g, (digit) => LEET[digit] ?? digit);
  const seen = new Set<string>();
  let uncommon = 0;
  for (let at = 0; at < plain.length; ) {
    const word = words.find((candidate) => plain.startsWith(candidate, at) || letters.startsWith(candidate, at));
    const run = runLength(plain, at);
    const repeated = plain.slice(at, at + 4);
    if (word || run >= RUN_MIN) at += Math.max(word?.length ?? 0, run);
    else if (repeated.length === 4 && seen.has(repeated)) at += 4;
    else {
      if (at >= 3) seen.add(plain.slice(at - 3, at + 1));
      // Digits around a word are years and counters.
      uncommon += /\d/.test(plain[at] ?? '') ? 0.5 : 1;
      at++;
    }
  }
  return uncommon;
}

/** How many characters from here on are equal, rise or fall by one. */
function runLength(text: string, start: number): number {
  const step = text.charCodeAt(start + 1) - text.charCodeAt(start);
  if (Number.isNaN(step) || Math.abs(step) > 1) return 1;
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end++;
  return end - start;
}
