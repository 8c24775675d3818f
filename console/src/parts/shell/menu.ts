/** The menu: what a person may open in a community, and what is shut away until it is of use. */
import {
  ClipboardList,
  Clock,
  FileText,
  Handshake,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  SlidersHorizontal,
  Users,
  UsersRound,
} from 'lucide-react';
import type { Permission } from '../../../desk/contract/routes.ts';
import type { OwnMembership } from '../../../desk/contract/session.ts';
import type { Texts } from '../../i18n/text.ts';

interface MenuScreen {
  /** Its name is a text of the menu; its address is behind that of the community. */
  readonly key: keyof Texts['nav'];
  readonly path: string;
  readonly needs?: Permission;
}

export interface MenuEntry extends MenuScreen {
  readonly icon: LucideIcon;
  /** Screens that are opened from it, and stand beside it there. */
  readonly beside?: readonly MenuScreen[];
}

type MenuGroup = 'groupCommunity' | 'groupPartners' | 'groupAdministration';

const MENU: Readonly<Record<MenuGroup, readonly MenuEntry[]>> = {
  groupCommunity: [
    { key: 'overview', path: '', icon: LayoutDashboard },
    {
      ...{ key: 'members', path: 'members', icon: UsersRound, needs: 'members.read' },
      beside: [{ key: 'import', path: 'import', needs: 'imports.write' }],
    },
    { key: 'messages', path: 'messages', icon: Mail, needs: 'members.read' },
    { key: 'listings', path: 'listings', icon: ClipboardList, needs: 'listings.read' },
    { key: 'exchanges', path: 'exchanges', icon: Clock, needs: 'exchanges.read' },
    { key: 'reports', path: 'reports', icon: FileText, needs: 'exchanges.read' },
    { key: 'inbox', path: 'inbox', icon: Inbox, needs: 'statements.read' },
  ],
  groupPartners: [
    {
      ...{ key: 'partners', path: 'partners', icon: Handshake },
      beside: [
        { key: 'calls', path: 'calls', needs: 'calls.read' },
        { key: 'safety', path: 'safety' },
      ],
    },
  ],
  groupAdministration: [
    {
      ...{ key: 'administrators', path: 'administrators', icon: Users, needs: 'audit.read' },
      beside: [{ key: 'audit', path: 'audit', needs: 'audit.read' }],
    },
    { key: 'settings', path: 'settings', icon: SlidersHorizontal, needs: 'settings.read' },
  ],
};

type Opener = Pick<OwnMembership, 'permissions' | 'has_partners'>;

/** Until there is a partner, nothing of partners is shown but the way to the first, in the settings. */
const OF_PARTNERS: ReadonlySet<string> = new Set(
  MENU.groupPartners.flatMap(({ path, beside = [] }) => [path, ...beside.map((one) => one.path)]),
);

/** Whether a screen is offered: the person may open it, and the community has what it is about. */
export const isOffered = ({ path, needs }: Pick<MenuScreen, 'path' | 'needs'>, { permissions, has_partners }: Opener) =>
  (!needs || permissions.includes(needs)) && (has_partners || !OF_PARTNERS.has(path.split('/')[0] ?? ''));

/** The groups that have entries, with those that are offered. */
export const menuOf = (opener: Opener) =>
  (Object.keys(MENU) as MenuGroup[])
    .map((group) => ({ group, entries: MENU[group].filter((entry) => isOffered(entry, opener)) }))
    .filter(({ entries }) => entries.length > 0);

/** An entry and the screens beside it, as far as they are offered. */
export const withBeside = (key: MenuEntry['key'], opener: Opener): readonly MenuScreen[] =>
  menuOf(opener)
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.key === key)
    .flatMap((entry) => [entry, ...(entry.beside ?? [])])
    .filter((screen) => isOffered(screen, opener));
