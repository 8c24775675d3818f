/** A command line that is found to be wrong only when the database is looked at; nothing was changed. */
export class UsageError extends Error {}
