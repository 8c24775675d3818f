import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SETTINGS } from './settings.ts';
import { describeUnknown, unknownInEnvironment, unknownInFile } from './unknown-settings.ts';

const said = (names: readonly string[]) =>
  unknownInEnvironment(Object.fromEntries(names.map((name) => [name, 'x']))).map(describeUnknown);

/** Environments as they were seen: a unit's, a container's of Compose and of Kubernetes, a job's of two CIs, a person's, cron's. */
const SEEN: Readonly<Record<string, string>> = {
  systemd:
    'LANG PATH HOME LOGNAME USER SHELL INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET WATCHDOG_PID WATCHDOG_USEC MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE STATE_DIRECTORY RUNTIME_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY LISTEN_FDS LISTEN_PID LISTEN_FDNAMES MAINPID SERVICE_RESULT EXIT_CODE EXIT_STATUS PIDFILE REMOTE_ADDR REMOTE_PORT TERM FDSTORE LC_ALL LC_CTYPE TZ',
  Kubernetes:
    'PATH HOSTNAME HOME KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_SERVICE_PORT_HTTPS KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR TIMEBANK_SERVICE_HOST TIMEBANK_SERVICE_PORT TIMEBANK_SERVICE_PORT_HTTP TIMEBANK_PORT TIMEBANK_PORT_8080_TCP TIMEBANK_PORT_8080_TCP_PROTO TIMEBANK_PORT_8080_TCP_PORT TIMEBANK_PORT_8080_TCP_ADDR MAIL_SERVICE_HOST MAIL_SERVICE_PORT MAIL_PORT MAIL_PORT_25_TCP_ADDR DATABASE_SERVICE_HOST DATABASE_PORT DATABASE_HOST POSTGRES_PORT POD_NAME POD_NAMESPACE POD_IP NODE_NAME NODE_IP OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TIMEOUT OTEL_PROPAGATORS OTEL_TRACES_SAMPLER OTEL_TRACES_EXPORTER OTEL_LOGS_EXPORTER OTEL_METRICS_EXPORTER OTEL_SDK_DISABLED OTEL_NODE_RESOURCE_DETECTORS',
  Compose:
    'PATH HOSTNAME HOME NODE_VERSION YARN_VERSION NODE_ENV NODE_OPTIONS COMPOSE_PROJECT_NAME COMPOSE_PROFILES TZ POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PGDATA PGHOST PGUSER PGPASSWORD PGSSLMODE GOSU_VERSION XDG_CONFIG_HOME XDG_DATA_HOME CADDY_VERSION',
  'GitHub Actions':
    'CI HOME RUNNER_OS RUNNER_ARCH RUNNER_NAME RUNNER_TEMP RUNNER_WORKSPACE RUNNER_TOOL_CACHE GITHUB_ACTIONS GITHUB_ACTOR GITHUB_REPOSITORY GITHUB_SHA GITHUB_REF GITHUB_TOKEN GITHUB_WORKSPACE GITHUB_SERVER_URL GITHUB_API_URL GITHUB_ENV GITHUB_PATH GITHUB_OUTPUT GITHUB_STEP_SUMMARY ACTIONS_CACHE_URL ACTIONS_RUNTIME_URL ACTIONS_ID_TOKEN_REQUEST_URL ImageOS ImageVersion JAVA_HOME GOROOT CHROME_BIN DOTNET_ROOT ANDROID_HOME SWIFT_PATH NVM_DIR PIPX_BIN_DIR DEBIAN_FRONTEND POWERSHELL_DISTRIBUTION_CHANNEL VCPKG_INSTALLATION_ROOT PERFLOG_LOCATION_SETTING DEPLOYMENT_BASEPATH AGENT_TOOLSDIRECTORY',
  'GitLab CI':
    'CI CI_COMMIT_SHA CI_COMMIT_REF_NAME CI_JOB_ID CI_JOB_TOKEN CI_PIPELINE_ID CI_PROJECT_DIR CI_PROJECT_URL CI_REGISTRY CI_REGISTRY_PASSWORD CI_SERVER_HOST CI_SERVER_PORT CI_SERVER_URL CI_DEBUG_TRACE GITLAB_CI GITLAB_USER_EMAIL FF_USE_FASTZIP RUNNER_TEMP_PROJECT_DIR GIT_DEPTH GIT_STRATEGY DOCKER_HOST DOCKER_TLS_CERTDIR',
  'a person':
    '_ COLORTERM DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION DISPLAY EDITOR VISUAL PAGER LESS LESSOPEN LESSCLOSE LS_COLORS LSCOLORS MAIL MAILCHECK MANPATH OLDPWD PWD SHLVL PS1 SSH_AUTH_SOCK SSH_CLIENT SSH_CONNECTION SSH_TTY SUDO_COMMAND SUDO_UID SUDO_USER TERM_PROGRAM TMUX XAUTHORITY XDG_DATA_DIRS XDG_RUNTIME_DIR XDG_SESSION_TYPE WSL_DISTRO_NAME HOSTNAME HOSTTYPE MACHTYPE OSTYPE HISTFILE HISTSIZE HTTP_PROXY HTTPS_PROXY NO_PROXY http_proxy https_proxy no_proxy npm_config_prefix npm_lifecycle_event npm_package_name INIT_CWD NODE COLOR NVM_BIN PNPM_HOME JAVA_HOME GOPATH CARGO_HOME PYTHONPATH VIRTUAL_ENV LOG_DIR LOG_FORMAT SECRET DATABASE PORTS HOSTS CODE DATA MODEL DEBUG VERBOSE BACKUP SMTP MAILNAME',
  cron: 'MAILTO MAILFROM LOGNAME HOME SHELL PATH LANG CRON_TZ CONTENT_TYPE START_HOURS_RANGE RANDOM_DELAY',
};

for (const [where, names] of Object.entries(SEEN)) {
  test(`nothing that ${where} leaves in an environment is taken for a mistyped setting`, () => {
    assert.deepEqual(said(names.split(' ')), []);
  });
}

test('in an environment a name near to a setting is named with it, and one that begins like ours as one that nobody reads', () => {
  assert.deepEqual(
    said(['PUBLICURL', 'BACKUPDIR', 'TRUSTPROXY', 'DATADIR', 'public_url', 'DATABASE_URI', 'PUBLIC_ULR']),
    [
      'PUBLICURL is no setting: did you mean PUBLIC_URL?',
      'BACKUPDIR is no setting: did you mean BACKUP_DIR?',
      'TRUSTPROXY is no setting: did you mean TRUST_PROXY?',
      'DATADIR is no setting: did you mean DATA_DIR?',
      'public_url is no setting: did you mean PUBLIC_URL?',
      'DATABASE_URI is no setting: did you mean DATABASE_URL?',
      'PUBLIC_ULR is no setting: did you mean PUBLIC_URL?',
    ],
  );
  assert.deepEqual(said(['TIMEBANK_COMUNITY', 'TIMEBANK_SLUG', 'KEEP_LOGS', 'MAIL_TO', 'OIDC_SCOPE']), [
    'TIMEBANK_COMUNITY is no setting: did you mean TIMEBANK_COMMUNITY?',
    ...['TIMEBANK_SLUG', 'KEEP_LOGS', 'MAIL_TO', 'OIDC_SCOPE'].map(
      (name) => `${name} is no setting, and nobody reads it.`,
    ),
  ]);
  assert.deepEqual(unknownInEnvironment({ PUBLICURL: '', BACKUPDIR: undefined }), [], 'an empty one is unset');
});

test('every setting, with one letter left out or two exchanged, is named with what was meant', () => {
  for (const { name } of SETTINGS.filter((setting) => setting.name.length > 6)) {
    for (let at = 1; at < name.length - 1; at++) {
      const shorter = name.slice(0, at) + name.slice(at + 1);
      const swapped = name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
      for (const typed of [shorter, swapped]) {
        // The second is cron's.
        if (SETTINGS.some((setting) => setting.name === typed) || typed === 'MAILFROM') continue;
        assert.ok(said([typed]).length === 1, typed);
        const [found] = unknownInFile([typed]);
        assert.ok(found?.meant !== undefined, typed);
      }
    }
  }
});

test('in a file every name that nobody reads is one, but those of Node, PostgreSQL, the system and compose.yaml', async () => {
  assert.deepEqual(unknownInFile(['HSOT', 'WHATEVER']).map(describeUnknown), [
    'HSOT is no setting, and nobody reads it.',
    'WHATEVER is no setting, and nobody reads it.',
  ]);
  const others = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'PGSSLROOTCERT', 'TZ', 'LANG', 'LC_ALL', 'PATH', 'HOME'];
  assert.deepEqual(unknownInFile([...SETTINGS.map(({ name }) => name), ...others, 'PROCESSES', 'MOVE_TO_URL']), []);
  assert.deepEqual(
    unknownInFile((SEEN.systemd ?? '').split(' ').filter((name) => /_DIRECTORY$|^NOTIFY/.test(name))),
    [],
  );
  const compose = await readFile(join(import.meta.dirname, '../../compose.yaml'), 'utf8');
  const example = await readFile(join(import.meta.dirname, '../../.env.example'), 'utf8');
  const used = [...compose.matchAll(/(?<!\$)\$\{([A-Z_]+)/g), ...example.matchAll(/^#?([A-Z_]+)=/gm)].map(
    ([, name = '']) => name,
  );
  assert.ok(used.length > 20);
  assert.deepEqual(unknownInFile(used), []);
});
