/** The history of the chest or of an organisation. */
import { useParams } from 'wouter';
import { useCommunity, useRead } from '../../../console/src/api/hooks.ts';
import { useText } from '../../../console/src/i18n/text.ts';
import { Page } from '../../../console/src/parts/page/page.tsx';
import { LoadFailed, Loading } from '../../../console/src/parts/page/states.tsx';
import { Hours } from '../../../console/src/parts/values/hours.tsx';
import { AccountLines } from './parts/account-lines.tsx';

export default function AccountHistory() {
  const text = useText();
  const { slug } = useCommunity();
  const { accountId = '' } = useParams<{ accountId: string }>();
  const list = useRead('listAccounts');
  const account = list.data?.data.find(({ id, kind }) => String(id) === accountId || kind === accountId);
  const back = { href: `/c/${slug}/accounts`, label: text.accounts.toList };
  if (!account) {
    return (
      <Page title={list.data ? text.accounts.notFound : text.accounts.title} back={back}>
        {list.error && <LoadFailed error={list.error} retry={() => void list.refetch()} />}
        {list.isPending && <Loading />}
      </Page>
    );
  }
  return (
    <Page title={account.name ?? text.accounts.chest} tags={<Hours value={account.balance_hours} />} back={back}>
      <AccountLines operation="listAccountTransfers" params={{ accountId: account.id }} />
    </Page>
  );
}
