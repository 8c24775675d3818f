/** The settings of the first community and its owner, for an empty installation. */
import { COMMUNITY_FIELDS } from '@timebank/contract';
import { foldText } from '@timebank/contract/fold';
import { ConfigError } from './config-error.ts';

export interface FirstCommunity {
  /** Its name in commands; made from the name. */
  readonly slug: string;
  readonly name: string;
  readonly ownerEmail: string;
}

type Value = (name: string) => string | undefined;

const SLUG_LENGTH_MAX = 63;
const EMAIL_LENGTH_MAX = 254;

/** @throws ConfigError naming the setting and the rule */
export function readFirstCommunity(value: Value): FirstCommunity | undefined {
  const name = value('TIMEBANK_COMMUNITY')?.trim();
  const ownerEmail = value('TIMEBANK_OWNER_EMAIL')?.trim();
  if (name === undefined && ownerEmail === undefined) return undefined;
  if (name === undefined || ownerEmail === undefined) {
    const names = ['TIMEBANK_COMMUNITY', 'TIMEBANK_OWNER_EMAIL'];
    const [set, missing] = name === undefined ? names.reverse() : names;
    throw new ConfigError(`${set} is set without ${missing}; set both, or neither.`);
  }
  const { max } = COMMUNITY_FIELDS.name;
  const slug = slugOf(name);
  if (slug === '' || [...name].length > max || /\p{Cc}/u.test(name)) {
    throw new ConfigError(
      `TIMEBANK_COMMUNITY is ${JSON.stringify(name)}; it must be one line of at most ${max} characters, with a letter from a to z or a digit.`,
    );
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(ownerEmail) || ownerEmail.length > EMAIL_LENGTH_MAX) {
    throw new ConfigError(`TIMEBANK_OWNER_EMAIL is ${JSON.stringify(ownerEmail)}; it must be an e-mail address.`);
  }
  return { slug, name, ownerEmail };
}

/** `Zeitbank Köln-Süd e. V.` is `zeitbank-koln-sud-e-v`. */
function slugOf(name: string): string {
  const words = foldText(name).match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, SLUG_LENGTH_MAX).replace(/-$/, '');
}
