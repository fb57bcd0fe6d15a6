import { createContext, type ReactNode, useContext } from "react";

/** Host of the auth service, where one is configured. */
export const SessionHost = createContext<string | null>(null);

/** Shows its children only where a session client is configured. */
export function WithSessions({ children }: { children: ReactNode }) {
  return useContext(SessionHost) === null ? null : children;
}

/** The host name of the auth service. */
export function SessionServiceName() {
  return useContext(SessionHost);
}
