/** SQL: whether mail reaches a member: a good address, which others do not read. */
export const reachedByMail = (member: string) =>
  `(${member}.email is not null and ${member}.email_state is null and not ${member}.letter_only)`;

/** SQL: an answer that waits, and whose owner no mail reaches: the office hands it on. */
export const waitsToBeHandedOn = (answer: string, owner: string) =>
  `(${answer}.state = 'open' and not ${reachedByMail(owner)})`;
