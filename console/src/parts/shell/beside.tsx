/** The screens that are opened from one entry of the menu, side by side above each of them. */
import { Link, useLocation } from 'wouter';
import { useCommunity } from '../../api/hooks.ts';
import { useText } from '../../i18n/text.ts';
import { type MenuEntry, withBeside } from './menu.ts';

export function Beside({ entry }: { entry: MenuEntry['key'] }) {
  const { nav } = useText();
  const community = useCommunity();
  const [location] = useLocation();
  const screens = withBeside(entry, community);
  if (screens.length < 2) return null;
  return (
    <nav className="beside no-print" aria-label={nav[entry]}>
      {screens.map(({ key, path }) => {
        const href = `/c/${community.slug}/${path}`;
        return (
          <Link key={key} href={href} aria-current={location === href ? 'page' : undefined}>
            {nav[key]}
          </Link>
        );
      })}
    </nav>
  );
}
