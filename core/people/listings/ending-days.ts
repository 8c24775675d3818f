/** So many days before its last one a listing ends soon: its owner gets a mail, and the office sees it. */
export const ENDING_SOON_DAYS = 14;
