import type { ComponentType } from "react";
import type { CalendarEvent } from "#calendar/event.ts";
import images from "#content/events/images.yaml";
import eventTexts from "#content/events/texts.yaml";
import site from "#content/site.yaml";
import texts from "#content/typography.yaml";

const { text } = texts;

/** An evening of nobody's calendar. Its links lead to the list of events, as it has no page of its own. */
function specimen(change: Partial<CalendarEvent>): CalendarEvent {
  return {
    id: "specimen",
    uid: "specimen",
    recurrenceId: undefined,
    slug: "../events",
    title: text.pullQuote,
    description: text.lead,
    start: new Date("2026-03-05T18:00:00Z"),
    end: new Date("2026-03-05T19:30:00Z"),
    isAllDay: false,
    isCancelled: false,
    timeZone: site.timeZone,
    location: undefined,
    isOnline: true,
    hasJoinLink: false,
    geo: undefined,
    organizer: undefined,
    url: "/events",
    image: images[0],
    sequence: 0,
    stamp: undefined,
    lastModified: undefined,
    ...change,
  };
}

const later = [12, 19].map((day) =>
  specimen({ id: `specimen ${day}`, start: new Date(Date.UTC(2026, 2, day, 18)) }),
);

interface EventSpecimensProps {
  Ticket: ComponentType<{ event: CalendarEvent }>;
  Card: ComponentType<{
    event: CalendarEvent;
    dates?: CalendarEvent[];
    words: number;
    isNext?: boolean;
    isBesidePicture?: boolean;
  }>;
}

/** The ticket of the home page; cards with a picture and without, the next one, one with further dates; what is said when one is off. */
export function EventSpecimens({ Ticket, Card }: EventSpecimensProps) {
  return (
    <div className="stack">
      <Ticket event={specimen({})} />
      <Card event={specimen({})} words={400} isNext dates={later} />
      <ul className="event-list">
        <li>
          <Card event={specimen({})} words={400} />
        </li>
        <li>
          <Card
            event={specimen({ image: undefined, isAllDay: true, location: text.over })}
            words={400}
            isBesidePicture
          />
        </li>
      </ul>
      <div className="panel spruce">
        <p className="event-status">{eventTexts.one.cancelled}</p>
      </div>
    </div>
  );
}
