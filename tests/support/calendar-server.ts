import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface CalendarServer {
  url: string;
  close(): Promise<void>;
}

/** A calendar feed over real HTTP, answering as the test says. */
export async function serveCalendar(answer: RequestListener): Promise<CalendarServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Entry {
  uid?: string;
  title?: string;
  start?: string;
  end?: string;
  more?: string[];
}

/** A calendar with entries of the organization, unless `more` says otherwise. Times like 20261210T170000Z. */
export function calendarOf(host: string, entries: Entry[]): string {
  const events = entries.map(
    ({
      uid = "a@x.example",
      title = "A gathering",
      start = "20261210T170000Z",
      end = "20261210T183000Z",
      more = [],
    }) =>
      [
        "BEGIN:VEVENT",
        `UID:${uid}`,
        `DTSTART:${start}`,
        `DTEND:${end}`,
        `SUMMARY:${title}`,
        `ORGANIZER;CN="${host}":mailto:x@x.example`,
        ...more,
        "END:VEVENT",
      ].join("\r\n"),
  );
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...events, "END:VCALENDAR", ""].join(
    "\r\n",
  );
}
