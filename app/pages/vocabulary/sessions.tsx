import { createContext, type ReactNode, useContext } from "react";

/** Host of the auth service, where one is configured. */
export const SessionHost = createContext<string | null>(null);

/** Words that are true only while the session client is loaded. */
export function WithSessions({ children }: { children: ReactNode }) {
  return useContext(SessionHost) === null ? null : children;
}

/** The service that renews sessions, by its host. */
export function SessionServiceName() {
  return useContext(SessionHost);
}
