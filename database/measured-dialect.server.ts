import type { Dialect, KyselyConfig } from "kysely";

/** Is told what visitors wait for when the database is asked. */
export interface DatabaseMeter {
  /** Somebody waits for a connection. @returns to be called when there is one, or will be none */
  waits(): () => void;
  /** A statement was answered or refused, after so many milliseconds. */
  answered(duration: number, isRefused: boolean): void;
}

/**
 * The settings of a database that tells a meter, but no statement and no value.
 *
 * @param onFailure called when a statement or a commit failed
 */
export function measured(
  dialect: Dialect,
  meter: DatabaseMeter | undefined,
  onFailure: () => void = () => {},
): KyselyConfig {
  return {
    dialect: {
      createDriver() {
        const driver = dialect.createDriver();
        const acquire = driver.acquireConnection.bind(driver);
        const commit = driver.commitTransaction.bind(driver);
        if (meter) driver.acquireConnection = (options) => acquire(options).finally(meter.waits());
        driver.commitTransaction = (connection) =>
          commit(connection).catch((error: unknown) => {
            onFailure();
            throw error;
          });
        return driver;
      },
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    },
    log: ({ level, queryDurationMillis }) => {
      if (level === "error") onFailure();
      meter?.answered(queryDurationMillis, level === "error");
    },
  };
}
