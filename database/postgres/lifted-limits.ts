/** Limits of time that an account or a database may have of its own, made for what visitors wait for; of each version of PostgreSQL. */
const names = [
  "statement_timeout",
  "lock_timeout",
  "idle_session_timeout",
  "idle_in_transaction_session_timeout",
  "transaction_timeout",
];

const liftLimits = (isOfTransaction: boolean) =>
  `select set_config(name, '0', ${isOfTransaction}) from pg_settings where name in ('${names.join("', '")}')`;

/** SQL that lifts the limits until the end of the transaction. */
export const liftOfTransaction = liftLimits(true);

/**
 * SQL that lifts the limits of the session, for what runs in no transaction (`create index concurrently`): where the server's
 * process is that of `$1`, which the server has named at the start. Behind a pooler it is not: the session would be handed on to
 * others, without its limits.
 */
export const liftOfSession = `${liftLimits(false)} and pg_backend_pid() = $1`;
