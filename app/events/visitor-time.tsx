import { useContext } from "react";
import { NonceContext } from "#app/design/nonce.ts";
import type { CalendarEvent } from "#calendar/event.ts";
import texts from "#content/events/texts.yaml";
import { language, timeOfDay } from "#system/language.ts";

/**
 * Writes the visitor's own time beside an event's when their clocks differ at that moment, with the day where that differs, too. The page is
 * complete without it. It runs when the whole page has loaded, with the part that was streamed late.
 */
const script = `addEventListener("DOMContentLoaded",()=>{const z=Intl.DateTimeFormat().resolvedOptions().timeZone;for(const t of document.querySelectorAll("time[data-zone]")){const s=new Date(t.dateTime),f=(o,n)=>new Intl.DateTimeFormat("${language}",{...o,timeZone:n}).format(s),d={dateStyle:"short"},w={...d,timeStyle:"short"};if(f(w,z)!==f(w,t.dataset.zone)){const o=document.createElement("span");o.className="own-time";o.textContent=t.dataset.own.replace("{time}",f({...f(d,z)!==f(d,t.dataset.zone)&&{weekday:"short",month:"short",day:"numeric"},...${JSON.stringify(timeOfDay)},timeZoneName:"short"},z));t.after(" ",o)}}})`;

export function VisitorTimeScript() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React would escape its quotation marks
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** An event's times in words, with what the script needs to add the visitor's own time. */
export function EventTime({ event, children }: { event: CalendarEvent; children: string }) {
  if (event.isAllDay) return children;
  return (
    <time dateTime={event.start.toISOString()} data-zone={event.timeZone} data-own={texts.ownTime}>
      {children}
    </time>
  );
}
