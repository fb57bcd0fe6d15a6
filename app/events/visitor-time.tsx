import { useContext } from "react";
import { NonceContext } from "#app/design/nonce.ts";
import type { CalendarEvent } from "#calendar/event.ts";
import { zonedTime } from "#calendar/time/wall-time.ts";
import texts from "#content/events/texts.yaml";
import { language } from "#system/language.ts";
import { timeWords } from "./time-words.ts";

/**
 * Writes the visitor's own time beside an event's when their clocks differ at that moment, with the day where that differs, too. The page is
 * complete without it. It runs when the whole page has loaded, with the part that was streamed late. The words are brought along: a
 * browser's first `Intl.DateTimeFormat` takes longer than all else that it does for the page, before anything is seen.
 */
const script =
  `addEventListener("DOMContentLoaded",()=>{const{hours:h,weekdays:k,months:m,when:n}=${JSON.stringify(timeWords(language))};` +
  "for(const t of document.querySelectorAll('time[data-own]')){" +
  // The visitor's clock at that moment, as if it were one of UTC, and by how many minutes it is behind that.
  "const s=t.dateTime,d=new Date(s),b=d.getTimezoneOffset(),c=new Date(d-b*6e4),i=c.toISOString(),a=Math.abs(b);" +
  "if(i.slice(0,16)!==s.slice(0,16)){" +
  "const o=document.createElement('span'),time=h[c.getUTCHours()].replace('{minute}',i.slice(14,16))," +
  "w={time,weekday:k[c.getUTCDay()],month:m[c.getUTCMonth()],day:c.getUTCDate()};" +
  "o.className='own-time';" +
  "o.textContent=t.dataset.own.replace('{time}',(i.slice(0,10)===s.slice(0,10)?time:n.replace(/{(.*?)}/g,(_,p)=>w[p]))" +
  "+' UTC'+(b?(b<0?'+':'−')+(a/60|0)+(a%60?':'+a%60:''):''));" +
  "t.after(' ',o)}}})";

export function VisitorTimeScript() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant; React would escape its quotation marks
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

/** An event's times in words, with what the script needs to add the visitor's own time. */
export function EventTime({ event, children }: { event: CalendarEvent; children: string }) {
  if (event.isAllDay) return children;
  return (
    <time dateTime={zonedTime(event.start, event.timeZone)} data-own={texts.ownTime}>
      {children}
    </time>
  );
}
