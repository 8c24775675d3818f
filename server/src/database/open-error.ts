/** A database that cannot be opened as things are; the message is one sentence for the operator, printed without a stack. */
export class DatabaseOpenError extends Error {}
