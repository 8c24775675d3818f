/** The settings: those that cannot be used are all named, and the other checks go on with the rest. */
import { type Config, ConfigError, checkServing, readConfig } from '../../../../core/base/config.ts';
import { splitHosts } from '../../../../core/base/database-url.ts';
import { SETTINGS } from '../../../../core/base/settings.ts';
import { describeUnknown, type UnknownSetting } from '../../../../core/base/unknown-settings.ts';
import { type Check, type Finding, note, ok, partsOf, problem } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ReadSettings {
  /** With the defaults of what cannot be used. */
  readonly config: Config;
  /** The reason for each setting that cannot be used. */
  readonly unusable: ReadonlyMap<string, string>;
  /** Each of them can be read, and only `serve` refuses. */
  readonly isOfServing: boolean;
}

/** Reads the settings as `serve` does; one that is wrong counts as unset. */
export function readSettings(env: Environment): ReadSettings {
  const unusable = new Map<string, string>();
  // A value from a file is as unusable as the same in the environment.
  const isUnusable = (name: string) => unusable.has(name) || unusable.has(name.replace(/_FILE$/, ''));
  for (;;) {
    const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !isUnusable(name)));
    try {
      const config = readConfig(rest, 'production');
      return { config, unusable: new Map([...unusable, ...faultOfServing(config)]), isOfServing: unusable.size === 0 };
    } catch (error) {
      const [name, sentence] = namedIn(error);
      if (unusable.has(name)) throw error;
      unusable.set(name, sentence);
    }
  }
}

/** The setting without which `serve` refuses: what relies on it is not looked at either. */
function faultOfServing(config: Config): (readonly [name: string, sentence: string])[] {
  try {
    checkServing(config);
    return [];
  } catch (error) {
    return [namedIn(error)];
  }
}

/** Each sentence begins with the name of its setting. */
function namedIn(error: unknown): readonly [name: string, sentence: string] {
  if (!(error instanceof ConfigError)) throw error;
  const name = SETTINGS.find((setting) => error.message.startsWith(`${setting.name} `))?.name;
  if (name === undefined) throw error;
  return [name, error.message];
}

/**
 * @param faultOfFile the sentence for names in the file of settings that are none
 * @param unknown names in the environment that look like settings, and those of the file
 */
export function settingsCheck(
  { config, unusable, isOfServing }: ReadSettings,
  faultOfFile: string | undefined,
  unknown: readonly UnknownSetting[],
): Check {
  return {
    name: 'settings',
    async run(): Promise<Finding> {
      const strange = faultOfFile ?? (unknown.length > 0 ? unknown.map(describeUnknown).join(' ') : undefined);
      if (unusable.size === 0) return judgeNames(`${config.mode}, ${describeDatabase(config)}`, strange, faultOfFile);
      const parts = [...unusable.values()].map((sentence) => partsOf(sentence));
      const further = isOfServing
        ? 'Give this command the same environment as the service.'
        : `"timebank settings" explains ${unusable.size === 1 ? 'it' : 'each'}.`;
      return problem(
        parts.map(([what]) => what).join('; '),
        [...parts.flatMap(([, toDo]) => toDo ?? []), ...(strange ? [strange] : []), further].join(' '),
      );
    },
  };
}

/** Settings that can be used; `strange`: beside names that nobody reads. */
function judgeNames(found: string, strange: string | undefined, faultOfFile: string | undefined): Finding {
  if (strange === undefined) return ok(found);
  const advice = 'Correct or remove it; "timebank settings" lists all.';
  return faultOfFile === undefined ? note(`${found}. ${strange}`, advice) : problem(strange, advice);
}

/** Which database the settings name, without a password. */
function describeDatabase({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return `embedded database in ${dataDir}`;
  const urls = [splitHosts(databaseUrl)].flat().map((url) => new URL(url));
  const hosts = urls.map(({ hostname, port, searchParams }) => {
    const host = decodeURIComponent(hostname) || (searchParams.get('host') ?? 'this machine');
    return `${host}${port && `:${port}`}`;
  });
  return `database ${urls[0]?.pathname.slice(1)} on ${hosts.join(', ')}`;
}
