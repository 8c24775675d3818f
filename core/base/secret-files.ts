/** Secret settings may come in a file, as containers and systemd provide them: `SECRET_KEY_FILE` names it. */
import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { SECRET_SETTINGS } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Bytes that are read: a mistaken path must not fill the memory. */
const BYTES_MAX = 64 * 1024;

/**
 * The value of a setting; empty counts as unset, but an empty file does not: it was meant to hold something.
 * @throws ConfigError where the file cannot be used
 */
export function readSetting(env: Environment, name: string): string | undefined {
  const text = env[name] || undefined;
  const file = SECRET_SETTINGS.includes(name) ? env[fileSetting(name)] : undefined;
  if (!file) return text;
  if (text !== undefined) throw new ConfigError(`${fileSetting(name)} is set beside ${name}; set one of the two.`);
  const content = readSmallFile(name, file).replace(/\r?\n$/, '');
  if (content === '') throw new ConfigError(`${fileSetting(name)} is "${file}", which is empty; it must hold ${name}.`);
  return content;
}

/** The environment with other values: a file that held one of them before counts no more. */
export function withSettings(env: Environment, changed: Environment): Environment {
  const files = Object.fromEntries(Object.keys(changed).map((name) => [fileSetting(name), undefined]));
  return { ...env, ...files, ...changed };
}

const fileSetting = (name: string) => `${name}_FILE`;

function readSmallFile(name: string, file: string): string {
  try {
    const { size } = statSync(file);
    if (!statSync(file).isFile() || size > BYTES_MAX)
      throw new Error(`it must be a file of at most ${BYTES_MAX} bytes`);
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`${fileSetting(name)} is "${file}", which cannot be read (${reason}).`);
  }
}
