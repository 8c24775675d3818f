/** Members like the one who is being typed: said beside the field, before anything is saved. */
import { Anchor } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Likeness } from '@timebank/contract/words';
import { Link } from 'wouter';
import { call } from '../../../../console/src/api/call.ts';
import { useCommunity } from '../../../../console/src/api/hooks.ts';
import { useText } from '../../../../console/src/i18n/text.ts';
import { Notice } from '../../../../console/src/parts/page/notice.tsx';
import type { LikeMember } from '../../contract/member-pairs.ts';
import { joinedName, type MemberValues } from '../parts/member-fields.tsx';

const TYPED_AFTER_MS = 300;
const SHOWN = 3;

/** Members with the same name, address or number as what is typed. */
export function useLikeMembers(values: MemberValues): readonly LikeMember[] {
  const { slug } = useCommunity();
  const typed = JSON.stringify({
    name: (values.name.trim() || joinedName(values)).slice(0, 200),
    ...{ email: values.email, phone: values.phone, second_phone: values.second_phone },
    ...{ street: values.street, postal_code: values.postal_code, place: values.place },
  });
  const [asked] = useDebouncedValue(typed, TYPED_AFTER_MS);
  const body = JSON.parse(asked) as Record<string, string>;
  const found = useQuery({
    queryKey: ['findLikeMembers', slug, asked],
    queryFn: ({ signal }) => call('findLikeMembers', { params: { slug }, body, signal }),
    enabled: Object.values(body).some((one) => one.trim() !== ''),
  });
  return asked === typed ? (found.data?.data ?? []) : [];
}

/** @param by the field that it stands beside */
export function LikeNote({ by, likes }: { by: Likeness; likes: readonly LikeMember[] }) {
  const { likeMembers } = useText();
  const { slug } = useCommunity();
  const same = likes.filter((one) => one.by.includes(by)).slice(0, SHOWN);
  return (
    <div role="status" className="same-name">
      {same.length > 0 && (
        <Notice tone="wait" title={likeMembers[by]}>
          {same.map(({ member: { id, name, external_id, email, phone } }) => (
            <div key={id}>
              <Anchor component={Link} href={`/c/${slug}/members/${id}`}>
                {[name, external_id ?? phone ?? email].filter(Boolean).join(', ')}
              </Anchor>
            </div>
          ))}
        </Notice>
      )}
    </div>
  );
}
