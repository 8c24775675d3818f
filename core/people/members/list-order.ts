/**
 * SQL: the order of people in every list of an office: by family name, and by the name as a whole where none is known.
 * Its mirror on the screen is `listedName` (console/src/parts/values/numbered-name.tsx).
 * @param details the row of `member_details`, which may be missing
 */
export const listOrder = (member: string, details: string) => `coalesce(${details}.sort_name, ${member}.search_name)`;
