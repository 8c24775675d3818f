/** Screens that not every role may use: who may is said in place of a form that would be refused. */

import type { ComponentType } from 'react';
import type { Permission } from '../../../desk/contract/routes.ts';
import { useCommunity } from '../../api/hooks.ts';
import { screen } from './screen.ts';

const NotAllowed = screen(() => import('./not-allowed.tsx'));

/** The screen, for those who may. */
export function allowed(needs: Permission, Screen: ComponentType): ComponentType {
  return function Allowed() {
    const { can } = useCommunity();
    return can(needs) ? <Screen /> : <NotAllowed needs={needs} />;
  };
}
