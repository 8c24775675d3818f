/** What commands take of the modules, each loaded when it is asked for: a command is typed often, and needs one. */
import type { CommandModules } from '../console/desk/commands/context.ts';
import type { Module } from '../console/desk/module.ts';
import { createUploads } from '../console/desk/uploads.ts';
import { hooksWhenAsked } from '../core/change/hooks.ts';
import { MODULE_OF_OPERATION } from './operation-modules.gen.ts';

type Declaring = (typeof MODULE_OF_OPERATION)[keyof typeof MODULE_OF_OPERATION];

const LOADERS: Readonly<Record<Declaring, () => Promise<Module>>> = {
  bank: async () => (await import('../modules/bank/module.ts')).bankModule,
  mail: async () => (await import('../modules/mail/module.ts')).mailModule,
  members: async () => (await import('../modules/members/module.ts')).membersModule,
  'members-pages': async () => (await import('../modules/members-pages/module.ts')).membersPagesModule,
  moving: async () => (await import('../modules/moving/module.ts')).movingModule,
  office: async () => (await import('../modules/office/module.ts')).officeModule,
  operate: async () => (await import('../modules/operate/module.ts')).operateModule,
  paper: async () => (await import('../modules/paper/module.ts')).paperModule,
  partners: async () => (await import('../modules/partners/module.ts')).partnersModule,
};

const isDeclared = (id: string): id is keyof typeof MODULE_OF_OPERATION => Object.hasOwn(MODULE_OF_OPERATION, id);

export function modulesOfCommands(): CommandModules {
  const uploads = createUploads();
  const servedOf = ({ operations }: Module) => operations?.(uploads) ?? [];
  const allServed = async () => (await import('./modules.ts')).MODULES.flatMap(servedOf);
  return {
    hooks: hooksWhenAsked(async () => (await import('./modules.ts')).HOOKS),
    async servedBy(id) {
      const named = ({ operation }: { readonly operation: { readonly id: string } }) => operation.id === id;
      const own = isDeclared(id) ? servedOf(await LOADERS[MODULE_OF_OPERATION[id]]()) : [];
      // Some are served by another module than the one that declares them, and the console declares some itself.
      return own.find(named) ?? (await allServed()).find(named);
    },
    allServed,
  };
}
