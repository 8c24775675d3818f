/** What the database may log about; a pino logger fits. */
export interface DatabaseLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Of commands: what goes wrong is their failure, in one sentence. */
export const quietLog: DatabaseLog = { info: () => {}, warn: () => {}, error: () => {} };
