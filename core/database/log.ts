/** The log of the database; a pino logger fits. */
export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** For commands, which report a fault as their own failure, in one sentence. */
export const quietLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} };
