/** The frame of every screen: navigation, community, banner. */

import { AppShell, Burger, Button, Menu, Modal, NavLink, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Check, ChevronsUpDown, type LucideIcon, Search } from 'lucide-react';
import { Fragment, type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { OwnMembership } from '../../../desk/contract/session.ts';
import { useRead, useSession } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { Notice } from '../page/states.tsx';
import { keepFocus } from './keep-focus.ts';
import { menuOf } from './menu.ts';
import PaletteNow from './palette.tsx';
import { PersonMenu } from './person-menu.tsx';
import { screen } from './screen.ts';

export function Shell({ community, children }: { community: OwnMembership | undefined; children: ReactNode }) {
  const text = useText();
  const [opened, { toggle, close }] = useDisclosure(false);
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the address changes
  useEffect(close, [location, close]);
  useEffect(keepFocus, []);
  return (
    <AppShell
      header={{ height: { base: 56, md: 0 } }}
      navbar={{ width: 264, breakpoint: 'md', collapsed: { mobile: !opened } }}
      padding={0}
    >
      <a className="skip" href="#content">
        {text.app.skip}
      </a>
      <section className="topbar" aria-label={text.app.console}>
        <Burger
          opened={opened}
          onClick={toggle}
          size="sm"
          aria-label={opened ? text.app.closeMenu : text.app.menu}
          aria-expanded={opened}
        />
        <Brand />
        {community && <SearchButton />}
      </section>
      <AppShell.Navbar className="nav" withBorder={false} aria-label={text.app.navigation}>
        <div className="nav-brand">
          <Brand />
        </div>
        <CommunitySwitch community={community} />
        {community && <SearchButton />}
        <div className="nav-scroll">{community && <CommunityLinks community={community} />}</div>
        <PersonMenu />
      </AppShell.Navbar>
      <AppShell.Main className="main" id="content" tabIndex={-1}>
        {community?.has_partners && <Banner community={community} />}
        {children}
      </AppShell.Main>
      {community && <PaletteHost community={community} />}
    </AppShell>
  );
}

function Brand() {
  const text = useText();
  return (
    <Link href="/" className="brand">
      <img src={`${import.meta.env.BASE_URL}icon.svg`} alt="" width={28} height={28} />
      <span>{text.app.name}</span>
    </Link>
  );
}

function CommunitySwitch({ community }: { community: OwnMembership | undefined }) {
  const text = useText();
  const { communities } = useSession();
  if (!community) return null;
  const name = (
    <>
      <span className="community-name" title={community.name}>
        {community.name}
      </span>
      <span className="community-kind">
        {text.kind[community.kind]} · {text.roles[community.role]}
      </span>
    </>
  );
  if (communities.length < 2) return <div className="community">{name}</div>;
  return (
    <Menu width="target" position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className="community">
          <span className="community-text">{name}</span>
          <span className="hidden">{text.nav.switchCommunity}</span>
          <ChevronsUpDown size={16} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className="community-menu">
        {communities.map(({ slug, name: other, kind }) => (
          <Menu.Item
            key={slug}
            component={Link}
            href={`/c/${slug}`}
            rightSection={slug === community.slug ? <Check size={16} /> : null}
          >
            <span className="community-name">{other}</span>
            <span className="community-kind">{text.kind[kind]}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function CommunityLinks({ community }: { community: OwnMembership }) {
  const { nav } = useText();
  const base = `/c/${community.slug}`;
  return menuOf(community).map(({ group, entries }) => (
    <Fragment key={group}>
      <p className="nav-group">{nav[group]}</p>
      {entries.map(({ key, path, icon, beside = [] }) => (
        <NavItem
          key={key}
          href={path ? `${base}/${path}` : base}
          also={beside.map((one) => `${base}/${one.path}`)}
          icon={icon}
          label={nav[key]}
          exact={path === ''}
        />
      ))}
    </Fragment>
  ));
}

interface NavItemProps {
  href: string;
  /** Addresses of screens that are opened from it. */
  also: readonly string[];
  icon: LucideIcon;
  label: string;
  /** Others begin with the same address. */
  exact: boolean;
}

function NavItem({ href, also, icon: Icon, label, exact }: NavItemProps) {
  const [location] = useLocation();
  const active = also.includes(location) || location === href || (!exact && location.startsWith(`${href}/`));
  return (
    <NavLink
      component={Link}
      href={href}
      label={label}
      active={active}
      aria-current={active ? 'page' : undefined}
      leftSection={<Icon size={18} />}
      className="nav-link"
    />
  );
}

/** While partners are shut out everybody sees it, on every screen, and why. */
function Banner({ community }: { community: OwnMembership }) {
  const text = useText();
  const { data } = useRead('getCommunity', { params: { slug: community.slug } }, { refetchInterval: 30_000 });
  const state = data?.data.partner_api;
  if (!state) return null;
  const shown = (reason: string | null) => reason ?? text.safety.noReason;
  const message = !state.installation_enabled
    ? text.safety.bannerInstallation(shown(state.installation_reason))
    : state.enabled
      ? undefined
      : text.safety.bannerCommunity(shown(state.reason));
  if (!message) return null;
  return (
    <div className="banner">
      <Notice
        tone="bad"
        role="status"
        title={message}
        action={
          <Link href={`/c/${community.slug}/safety`} className="banner-link">
            {text.safety.bannerLink}
          </Link>
        }
      />
    </div>
  );
}

// Opens the search over everything: by a button, or by Ctrl-K (Cmd-K on a Mac) wherever one is.

/** It names every screen, so that it needs the texts of all. */
const Palette = screen(async () => ({ default: PaletteNow }));

/** How a button anywhere in the frame tells the one host. */
const OPEN = 'timebank-search';

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

function SearchButton() {
  const text = useText();
  return (
    <Button
      variant="default"
      className="search-button"
      leftSection={<Search size={16} />}
      rightSection={<span aria-hidden="true">{isMac() ? '⌘K' : text.nav.searchKey}</span>}
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      onClick={() => document.dispatchEvent(new Event(OPEN))}
    >
      {text.nav.search}
    </Button>
  );
}

function PaletteHost({ community }: { community: OwnMembership }) {
  const [isOpen, setOpen] = useState(false);
  const cameFrom = useRef<Element>(null);
  // Before the frame is drawn: who sees it may press the key at once.
  useLayoutEffect(() => {
    const open = () => {
      // A dialog that is open wants an answer first.
      if (document.querySelector('[role="dialog"]')) return;
      cameFrom.current = document.activeElement;
      setOpen(true);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const wanted = isMac() ? event.metaKey : event.ctrlKey;
      if (!wanted || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
      // The browser's own would leave the page for its search field.
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener(OPEN, open);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener(OPEN, open);
    };
  }, []);
  /** Gives the focus back, but not where a screen opens, whose heading takes it. */
  const close = useCallback((isLeaving: boolean) => {
    setOpen(false);
    const from = cameFrom.current;
    if (!isLeaving && from instanceof HTMLElement) requestAnimationFrame(() => from.focus());
  }, []);
  return isOpen && <PaletteDialog community={community} close={close} />;
}

/** Holds what is typed, so that no key is lost while the search itself is still being loaded. */
function PaletteDialog({ community, close }: { community: OwnMembership; close: (isLeaving: boolean) => void }) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const [awaited, setAwaited] = useState<string>();
  const type = (now: string) => {
    setTyped(now);
    setAwaited(undefined);
  };
  return (
    <Modal
      opened
      onClose={() => close(false)}
      title={text.nav.search}
      size={640}
      yOffset="10vh"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': text.act.close }}
      classNames={{ body: 'palette' }}
    >
      <Suspense
        fallback={
          <EarlyField label={text.nav.search} typed={typed} type={type} enter={() => setAwaited(typed.trim())} />
        }
      >
        <Palette community={community} close={close} typed={typed} type={type} awaited={awaited} awaits={setAwaited} />
      </Suspense>
    </Modal>
  );
}

/** The field until the search is loaded. */
function EarlyField(props: { label: string; typed: string; type: (now: string) => void; enter: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  // The dialog would give it the focus in a later task, and keys may be pressed before it.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      data-autofocus
      aria-label={props.label}
      leftSection={<Search size={18} />}
      size="md"
      autoComplete="off"
      maxLength={200}
      value={props.typed}
      onChange={(event) => props.type(event.currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && props.enter()}
    />
  );
}
