/** The part of a pino logger that is used beyond the server's edge. Only the type: server/log.ts makes the log. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
