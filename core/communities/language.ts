/**
 * SQL: the language of what is written to a person, 'en' or 'de': of mails, slips and words that stand in lists.
 * @param tags of which the first that is set decides: the person's own, then the main one of the community
 */
export const writtenLanguage = (...tags: readonly string[]) =>
  `case when coalesce(${tags.join(', ')}, 'en') ilike 'de%' then 'de' else 'en' end`;
