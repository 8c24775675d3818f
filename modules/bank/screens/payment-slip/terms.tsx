/** What a slip asks for: an amount, or hours; in which language, and into which account. */

import { Button, Select, TextInput } from '@mantine/core';
import { MEMBER_LANGUAGE_NAMES, type MemberLanguage } from '@timebank/contract/words';
import { useState } from 'react';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Card } from '../../../../console/src/parts/page/page.tsx';
import { accountShown } from '../../../../console/src/parts/values/money.ts';

export interface Wishes {
  readonly amount: string;
  readonly hours: string;
  /** '': that of the member, or of the community. */
  readonly language: '' | MemberLanguage;
  readonly account: string;
}

interface Props {
  readonly wishes: Wishes;
  /** Of the slip that is shown. */
  readonly language: MemberLanguage | undefined;
  /** IBANs of the community. */
  readonly accounts: readonly string[];
  /** What is wrong, by the name of the field. */
  readonly faults: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly onChange: (wishes: Wishes) => void;
}

export function Terms({ wishes, language, accounts, faults, busy, onChange }: Props) {
  const { payingIn: text } = useText();
  const [typed, setTyped] = useState(wishes);
  const languages = Object.entries(MEMBER_LANGUAGE_NAMES).map(([value, label]) => ({ value, label }));
  const choose = (change: Partial<Wishes>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    onChange(next);
  };
  return (
    <Card title={text.terms}>
      <form
        className="form-column"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onChange(typed);
        }}
      >
        <div className="stack">
          <TextInput
            label={text.amount}
            description={text.amountHint}
            inputMode="decimal"
            maxLength={20}
            value={typed.amount}
            error={faults.amount}
            onChange={(event) => setTyped({ ...typed, amount: event.currentTarget.value, hours: '' })}
          />
          <TextInput
            label={text.hours}
            description={text.hoursHint}
            inputMode="text"
            maxLength={20}
            value={typed.hours}
            error={faults.hours}
            onChange={(event) => setTyped({ ...typed, hours: event.currentTarget.value, amount: '' })}
          />
          {accounts.length > 1 && (
            <Select
              label={text.account}
              data={accounts.map((value) => ({ value, label: accountShown(value) }))}
              value={typed.account || null}
              error={faults.account}
              onChange={(account) => choose({ account: account ?? '' })}
            />
          )}
          <Select
            label={text.language}
            data={languages}
            value={typed.language || (language ?? null)}
            onChange={(chosen) => choose({ language: chosen as MemberLanguage })}
          />
          <div>
            <Button type="submit" variant="default" loading={busy}>
              {text.show}
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}
