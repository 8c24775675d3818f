/** Rows of a list that are read at once. */
export const PER_PAGE = 50;
