/** The sources of the service's URL, the client id and the secret for a command. */
import { readFile } from 'node:fs/promises';
import { messageOf, type Terminal, UsageError } from './terminal.ts';

export interface Credentials {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The names in the environment, in the file that the console hands over, and in the demo's `demo.json`. */
const NAMES = {
  baseUrl: ['TIMEBANK_URL', 'api_url', 'base_url'],
  clientId: ['TIMEBANK_CLIENT_ID', 'client_id'],
  clientSecret: ['TIMEBANK_CLIENT_SECRET', 'client_secret'],
} as const;

/** @param file instead of the environment. @throws UsageError which names what is missing */
export async function readCredentials(file: string | undefined, env: Terminal['env']): Promise<Credentials> {
  const values = file === undefined ? env : await readValues(file);
  const find = (part: keyof typeof NAMES): string => {
    const value = NAMES[part].map((name) => values[name]).find((text) => text);
    if (value) return value;
    if (file !== undefined) throw new UsageError(`${file} has no ${NAMES[part].slice(1).join(' or ')}.`);
    throw new UsageError(`${NAMES[part][0]} is not set. Set it, or name a file with --credentials.`);
  };
  return { baseUrl: find('baseUrl'), clientId: find('clientId'), clientSecret: find('clientSecret') };
}

/** Lines `name=value`, or an object in JSON. */
async function readValues(file: string): Promise<Readonly<Record<string, string | undefined>>> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new UsageError(`The file with the credentials cannot be read: ${messageOf(error)}`);
  });
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new UsageError(`${file} is not valid JSON: ${messageOf(error)}`);
    }
  }
  const lines = text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$/gm);
  return Object.fromEntries([...lines].map(([, name, value = '']) => [name, value.replace(/^(["'])(.*)\1$/, '$2')]));
}
