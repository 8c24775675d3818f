/** How many e-mail addresses the permission opens, and by whose choice. */
import { useCommunity, useRead } from '../../api/hooks.ts';
import { useFormat, useText } from '../../i18n/text.ts';
import { MINUTE_MS } from '../../i18n/time.ts';

export function EmailReach({ partnerId }: { partnerId?: number }) {
  const { reach: text } = useText().access;
  const format = useFormat();
  const { slug } = useCommunity();
  const query = partnerId === undefined ? {} : { partner_id: String(partnerId) };
  const { data } = useRead('getEmailReach', { params: { slug }, query }, { staleTime: MINUTE_MS });
  if (!data) return null;
  const { shown, members, default_visibility } = data.data;
  return (
    <>
      {' '}
      {text.now(format.number(shown), format.number(members))}{' '}
      {default_visibility === 'listed_with_email' ? text.shared : text.notShared}
    </>
  );
}
