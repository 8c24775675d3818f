/** The filter of a list for one member; kept in the address by its id. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useRead } from '../../api/hooks.ts';
import { AccountPicker } from '../forms/account-picker.tsx';
import { type Choice, chosen, NOBODY } from '../forms/party.ts';

interface MemberFilterProps {
  label: string;
  /** Empty: none is chosen. */
  id: string;
  choose: (id: string) => void;
}

/** The member of the address, or the one that is being typed. */
export function MemberFilter({ label, id, choose }: MemberFilterProps) {
  const [typed, setTyped] = useState<Choice>(NOBODY);
  const isOfAddress = id !== '' && typed.party?.id !== id;
  const found = useRead('getMember', { params: { memberId: id } }, { enabled: isOfAddress });
  const member = found.data?.data;
  const given = member
    ? chosen({ id, name: member.name, hint: member.external_id ?? '', balanceHours: member.balance_hours })
    : NOBODY;
  const isCleared = id === '' && typed.party !== null;
  const value = isOfAddress ? given : isCleared ? NOBODY : typed;
  // The answer to Enter comes to what is shown by then.
  const shown = useRef(value);
  useLayoutEffect(() => {
    shown.current = value;
  });
  const take = (changed: (before: Choice) => Choice) => {
    const next = changed(shown.current);
    setTyped(next);
    if ((next.party?.id ?? '') !== id) choose(next.party?.id ?? '');
  };
  return <AccountPicker label={label} value={value} onChange={take} />;
}
