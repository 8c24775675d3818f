/** The menu of the person: account, documentation, language, appearance, sign-out. */
import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { BookOpen, ChevronsUpDown, CircleHelp, LogOut, Network, UserRound } from 'lucide-react';
import { useContext } from 'react';
import { Link } from 'wouter';
import { call, keepSession, queries, useAction, useRead, useSession } from '../../api/hooks.ts';
import { LANGUAGES, type LanguageCode } from '../../i18n/languages.ts';
import { ChooseLanguageContext, useLanguage } from '../../i18n/text.ts';
import { MINUTE_MS } from '../../i18n/time.ts';
import { useLeaving } from '../page/leaving.tsx';
import { HELP } from '../values/guides.ts';

export function PersonMenu() {
  const { code, text } = useLanguage();
  const session = useSession();
  const { leave } = useLeaving();
  const { administrator } = session;
  const choose = useContext(ChooseLanguageContext);
  const speak = (language: LanguageCode) => {
    choose(language);
    keepSession({ data: { ...session, preferences: { ...session.preferences, language } } });
    // Spoken at once; on other devices from the next visit on, if the service took it.
    void call('updatePreferences', { body: { language } }).catch(() => {});
  };
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const installation = useRead('getInstallation', {}, { staleTime: MINUTE_MS });
  const signOut = useAction(async () => {
    const visitor = await call('signOut');
    // First of all nothing is read any more on behalf of the person who was signed in.
    keepSession(visitor);
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getSession' });
  });
  const appearances = {
    auto: text.nav.appearanceSystem,
    light: text.nav.appearanceLight,
    dark: text.nav.appearanceDark,
  } as const;
  return (
    <div className="nav-foot">
      <Menu width="target" position="top-start" withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className="person">
            <UserRound size={18} />
            <span className="person-name">{administrator.name || administrator.email}</span>
            <ChevronsUpDown size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className="person-menu">
          <Menu.Item component={Link} href="/account" leftSection={<UserRound size={16} />}>
            {text.nav.account}
          </Menu.Item>
          {administrator.is_operator && (
            <Menu.Item component={Link} href="/communities" leftSection={<Network size={16} />}>
              {text.nav.allCommunities}
            </Menu.Item>
          )}
          <Menu.Item
            component="a"
            href={HELP[code]}
            target="_blank"
            rel="noreferrer"
            leftSection={<CircleHelp size={16} />}
          >
            {text.nav.help}
          </Menu.Item>
          {installation.data && (
            <Menu.Item
              component="a"
              href={installation.data.data.docs_url}
              target="_blank"
              rel="noreferrer"
              leftSection={<BookOpen size={16} />}
            >
              {text.nav.documentation}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Choices
            title={text.nav.language}
            options={LANGUAGES}
            chosen={code}
            choose={(value) => speak(value as LanguageCode)}
            inOwnLanguage
          />
          <Menu.Divider />
          <Choices
            title={text.nav.appearance}
            options={appearances}
            chosen={colorScheme}
            choose={(value) => setColorScheme(value as typeof colorScheme)}
          />
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut size={16} />} onClick={() => leave(() => void signOut.run())}>
            {text.nav.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

interface ChoicesProps {
  title: string;
  options: Readonly<Record<string, string>>;
  chosen: string;
  choose: (value: string) => void;
  inOwnLanguage?: boolean;
}

/** One of several; the menu stays, so that the effect is seen. */
function Choices({ title, options, chosen, choose, inOwnLanguage }: ChoicesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a menu is no fieldset
    <div role="group" aria-label={title}>
      <Menu.Label aria-hidden="true">{title}</Menu.Label>
      <Menu.RadioGroup value={chosen} onChange={choose}>
        {Object.entries(options).map(([value, label]) => (
          <Menu.RadioItem key={value} value={value} lang={inOwnLanguage ? value : undefined}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </div>
  );
}
