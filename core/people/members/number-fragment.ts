/**
 * SQL: the ids of members with one of `$numbers`, as written or in another case; one of their words is `$wordOfNumber`
 * (`numbersTyped`).
 */
export const idsNumbered = `select n.id from members n where n.community_id = $communityId and n.external_id = any($numbers)
     union
     select w.member_id
     from member_words w
     join members n on n.community_id = w.community_id and n.id = w.member_id
     where w.community_id = $communityId and w.word = $wordOfNumber and lower(n.external_id) = any($numbers)`;
