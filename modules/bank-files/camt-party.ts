/** The other party of a camt movement. */
import type { CamtElement } from './camt-part.ts';
import { accountOf, partyName } from './texts.ts';

interface PartyNames {
  readonly name: string | null;
  readonly ultimate: string | null;
  readonly account: string | null;
}

interface EntrySide {
  readonly account: string | null;
  readonly owner: string | undefined;
  readonly direction: 'CRDT' | 'DBIT' | undefined;
  readonly isReversal: boolean;
}

/**
 * Who paid or is paid. A return often names the parties of the payment that it takes back: whatever the direction, the
 * party that holds this account is not the other one.
 */
export function otherParty(
  entry: CamtElement,
  detail: CamtElement,
  { account, owner, direction, isReversal }: EntrySide,
) {
  const [debtor, creditor] = [partyOf('Dbtr', detail, entry), partyOf('Cdtr', detail, entry)];
  const isOwn = (party: PartyNames) =>
    (account !== null && party.account === account) || (owner !== undefined && party.name === partyName(owner));
  const pays = (direction === 'CRDT') !== isReversal;
  const [first, second] = pays ? [debtor, creditor] : [creditor, debtor];
  const isKnown = ({ name, account: number }: PartyNames) => name !== null || number !== null;
  const found = [first, second].find((party) => isKnown(party) && !isOwn(party)) ?? first;
  const names = [found.name, found.ultimate].filter((name, at, all) => name !== null && all.indexOf(name) === at);
  return { payer: partyName(names.join(' / ')), payerAccount: isOwn(found) ? null : found.account };
}

function partyOf(role: 'Dbtr' | 'Cdtr', ...parts: readonly CamtElement[]): PartyNames {
  const text = (...paths: string[]) =>
    paths.flatMap((path) => parts.flatMap(({ texts }) => texts.get(`RltdPties/${path}`) ?? []))[0];
  return {
    name: partyName(text(`${role}/Nm`, `${role}/Agt/Nm`)),
    ultimate: partyName(text(`Ultmt${role}/Nm`)),
    account: accountOf(text(`${role}Acct/Id/IBAN`, `${role}Acct/Id/Othr/Id`)),
  };
}
