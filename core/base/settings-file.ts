/** A file of settings in the form of systemd's `EnvironmentFile=`, so that the unit and the commands read the same. */
import { ConfigError } from './config-error.ts';
import { describeUnknown, unknownInFile } from './unknown-settings.ts';

/** That of the unit in docs/deploy. */
export const SETTINGS_FILE = '/etc/timebank.env';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Reads lines as `parseSettings` does.
 * @throws ConfigError for a name that is no setting, too: nobody would read it
 */
export function parseKnownSettings(path: string, text: string): Record<string, string> {
  const values = parseSettings(path, text);
  const fault = faultOfNames(path, values);
  if (fault !== undefined) throw new ConfigError(fault);
  return values;
}

/** The sentence for names in a file of settings that are none. */
export function faultOfNames(path: string, values: Readonly<Record<string, string>>): string | undefined {
  const unknown = unknownInFile(Object.keys(values));
  return unknown.length === 0 ? undefined : `In ${path} ${unknown.map(describeUnknown).join(' ')}`;
}

/**
 * Reads lines of `NAME=value`. The parts of systemd's form that mean the same in every version are accepted: comments that
 * begin a line, values as they are, in single quotes or in double quotes. The rest is refused, not guessed.
 * @throws ConfigError naming file, line and rule, without the value, which may be a secret
 */
export function parseSettings(path: string, text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [at, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const refuse = (rule: string) => new ConfigError(`Line ${at + 1} of ${path} ${rule}.`);
    const trimmed = line.trim();
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue;
    const equals = trimmed.indexOf('=');
    const name = trimmed.slice(0, Math.max(equals, 0));
    if (!NAME.test(name)) throw refuse('must be NAME=value, without "export" and without spaces around the sign');
    if (Object.hasOwn(values, name)) throw refuse(`sets ${name} once more; a setting may stand there once`);
    const value = unquoted(trimmed.slice(equals + 1));
    if (value === undefined) {
      throw refuse(`has a value of ${name} with quotes that do not fit; write it as it is, or in one pair of quotes`);
    }
    values[name] = value;
  }
  return values;
}

function unquoted(written: string): string | undefined {
  const [, single] = /^'([^']*)'$/.exec(written) ?? [];
  if (single !== undefined) return single;
  const [, double] = /^"((?:[^"\\]|\\["\\$`])*)"$/.exec(written) ?? [];
  if (double !== undefined) return double.replace(/\\(.)/g, '$1');
  return /['"\\]/.test(written) ? undefined : written;
}
