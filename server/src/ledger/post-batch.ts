/** The only writer of transfers. */
export type PostTransfers = unknown;
