/** SQL: the language of a mail, of those that mails are written in, by the first of the tags that is one. */
export const mailLanguageOf = (...tags: readonly string[]) =>
  `case when coalesce(${tags.join(', ')}, 'en') ilike 'de%' then 'de' else 'en' end`;
