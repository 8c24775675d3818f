/** The settings: those that cannot be used are all named, and the other checks go on with the rest. */
import { type Config, ConfigError, checkServing, readConfig } from '../../../../core/base/config.ts';
import { SETTINGS } from '../../../../core/base/settings.ts';
import { type Check, type Finding, ok, partsOf, problem, problemOf } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ReadSettings {
  /** With the defaults of what cannot be used. */
  readonly config: Config;
  /** The reason for each setting that cannot be used. */
  readonly unusable: ReadonlyMap<string, string>;
}

/** Reads the settings as `serve` does; one that is wrong counts as unset. */
export function readSettings(env: Environment): ReadSettings {
  const unusable = new Map<string, string>();
  // A value from a file is as unusable as the same in the environment.
  const isUnusable = (name: string) => unusable.has(name) || unusable.has(name.replace(/_FILE$/, ''));
  for (;;) {
    const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !isUnusable(name)));
    try {
      return { config: readConfig(rest, 'production'), unusable };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      // Each sentence begins with the name of its setting.
      const name = SETTINGS.find((setting) => error.message.startsWith(`${setting.name} `))?.name;
      if (name === undefined || unusable.has(name)) throw error;
      unusable.set(name, error.message);
    }
  }
}

export function settingsCheck({ config, unusable }: ReadSettings): Check {
  return {
    name: 'settings',
    async run(): Promise<Finding> {
      if (unusable.size > 0) {
        const parts = [...unusable.values()].map((sentence) => partsOf(sentence));
        const rules = parts.map(([what, toDo]) => toDo ?? `${what}.`);
        return problem(parts.map(([what]) => what).join('; '), `${rules.join(' ')} "timebank settings" explains each.`);
      }
      try {
        checkServing(config);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        return problemOf(error.message, 'Give this command the same environment as the service.');
      }
      return ok(`${config.mode}, ${describeDatabase(config)}`);
    },
  };
}

/** Which database the settings name, without a password. */
function describeDatabase({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return `embedded database in ${dataDir}`;
  const { hostname, port, pathname } = new URL(databaseUrl);
  return `database ${pathname.slice(1)} on ${decodeURIComponent(hostname)}${port && `:${port}`}`;
}
