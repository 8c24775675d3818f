/** SQL: whether the member agreed to messages of the office; the member's details have the day of it. */
export const agreedToMessages = (alias: string) =>
  `exists (select from member_details d
     where d.community_id = ${alias}.community_id and d.member_id = ${alias}.id and d.email_consent_on is not null)`;

/** SQL: the kinds of mail that the member gets. */
export const mailKindsOf = (alias: string) =>
  `array_remove(${alias}.mail_kinds, 'messages') || case when ${agreedToMessages(alias)} then '{messages}'::text[]
     else '{}'::text[] end`;
