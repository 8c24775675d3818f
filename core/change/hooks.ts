/**
 * What modules add to acts of the core. The core walks the lists and knows no names: each module has a record of its
 * own, and `service/modules.ts` puts them together.
 */
import type { Change } from './change.ts';

/** Why a member may be written to: what has happened, `join.accepted:usr_…`, and to whom it is said. */
export interface Reason {
  readonly reasonKey: string;
  readonly memberId: string;
}

/** Within the change of the act, after the core's own part. */
export interface Hooks {
  /** Reads the reasons that the change has noted (`Change.due`), of all kinds together. */
  readonly onDue: readonly ((
    within: Pick<Change, 'transaction' | 'at'>,
    communityId: number,
    reasons: readonly Reason[],
  ) => Promise<void>)[];
  /** A member's address was replaced or removed by another person than its holder; `former` is as it was stored. */
  readonly onAddressChange: readonly ((
    within: Change,
    communityId: number,
    memberId: string,
    former: string,
  ) => Promise<void>)[];
  /** A member's data is erased: the core has emptied its own rows, and each module empties what it keeps. */
  readonly onErase: readonly ((
    within: Change,
    communityId: number,
    member: { readonly memberId: string; readonly email: string | null },
  ) => Promise<void>)[];
  /** Members take part no longer, for a while or for good. Their rows are held. */
  readonly onLeave: readonly ((
    within: Change,
    communityId: number,
    memberIds: readonly string[],
    status: 'suspended' | 'left',
  ) => Promise<void>)[];
}

/** Puts records of modules together, in their order. */
export const joinHooks = (records: readonly Partial<Hooks>[]): Hooks => ({
  onDue: records.flatMap(({ onDue = [] }) => onDue),
  onAddressChange: records.flatMap(({ onAddressChange = [] }) => onAddressChange),
  onErase: records.flatMap(({ onErase = [] }) => onErase),
  onLeave: records.flatMap(({ onLeave = [] }) => onLeave),
});

/** What modules add, loaded when an act first asks for it: most commands only read. */
export function hooksWhenAsked(load: () => Promise<Hooks>): Hooks {
  const all = <Name extends keyof Hooks>(name: Name) => [
    async (...given: Parameters<Hooks[Name][number]>) => {
      for (const hook of (await load())[name]) await (hook as (...parts: typeof given) => Promise<void>)(...given);
    },
  ];
  return {
    onDue: all('onDue'),
    onAddressChange: all('onAddressChange'),
    onErase: all('onErase'),
    onLeave: all('onLeave'),
  };
}

/** The core alone. */
export const NO_HOOKS: Hooks = joinHooks([]);
