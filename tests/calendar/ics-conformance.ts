/** What RFC 5545 asks of a calendar file, as far as programs stumble over it. */

interface Line {
  name: string;
  parameters: Map<string, string>;
  value: string;
}
interface Component {
  name: string;
  lines: Line[];
  parts: Component[];
}

const onceAtMost =
  "CLASS CREATED DESCRIPTION DTEND DURATION GEO LAST-MODIFIED LOCATION ORGANIZER PRIORITY RECURRENCE-ID RRULE SEQUENCE STATUS SUMMARY TRANSP URL".split(
    " ",
  );
const date = /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const time = /^\d{8}T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ?$/;
const texts: Record<string, RegExp> = {
  STATUS: /^(?:TENTATIVE|CONFIRMED|CANCELLED)$/,
  TRANSP: /^(?:OPAQUE|TRANSPARENT)$/,
  SEQUENCE: /^\d+$/,
  GEO: /^-?\d+(?:\.\d+)?;-?\d+(?:\.\d+)?$/,
  URL: /^[a-z][a-z\d+.-]*:\S+$/i,
  DURATION: /^P(?:\d+W|(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/,
};

const rulePart =
  /^(?:FREQ|UNTIL|COUNT|INTERVAL|WKST|BY(?:SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS))=/;

/** What is wrong with a calendar file; empty when nothing is. */
export function violations(ics: string | Buffer): string[] {
  const bytes = Buffer.from(ics);
  const found: string[] = [];
  const text = bytes.toString("latin1");
  if (!text.endsWith("\r\n")) found.push("it does not end with a line's end");
  for (const line of text.split("\r\n")) {
    if (/[\r\n]/.test(line)) found.push("a line ends with CR or LF alone");
    if (line.length > 75) found.push(`a line has ${line.length} octets`);
    if (Buffer.from(line, "latin1").toString("utf8").includes("\uFFFD"))
      found.push("a letter is broken by a fold");
  }
  const whole = bytes.toString("utf8").replaceAll("\r\n ", "");
  if (/(?![\t\r\n])\p{Cc}/u.test(whole)) found.push("it has control characters");
  const lines = whole.split("\r\n").slice(0, -1);
  const root: Component = { name: "", lines: [], parts: [] };
  const open = [root];
  for (const text of lines) {
    const line = lineOf(text);
    if (!line) {
      found.push(`no line of a calendar: ${text}`);
      continue;
    }
    const inner = open.at(-1) ?? root;
    if (line.name === "BEGIN") {
      const part = { name: line.value, lines: [], parts: [] };
      inner.parts.push(part);
      open.push(part);
    } else if (line.name === "END") {
      if (open.pop()?.name !== line.value) found.push(`END:${line.value} ends something else`);
    } else inner.lines.push(line);
  }
  if (root.parts.map(({ name }) => name).join() !== "VCALENDAR" || open.length > 1)
    found.push("not one calendar");
  for (const calendar of root.parts) found.push(...ofCalendar(calendar));
  return found;
}

function lineOf(text: string): Line | undefined {
  const parameter = `;[A-Za-z\\d-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*`;
  const [, name, all = "", value] =
    new RegExp(`^([A-Za-z\\d-]+)((?:${parameter})*):(.*)$`, "s").exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  const pairs = [...all.matchAll(/;([^=;]+)=("[^"]*"|[^;]*)/g)];
  const parameters = new Map(
    pairs.map(([, key = "", word = ""]) => [key.toUpperCase(), word.replaceAll('"', "")]),
  );
  return { name: name.toUpperCase(), parameters, value };
}

function ofCalendar(calendar: Component): string[] {
  const one = (name: string) => calendar.lines.filter((line) => line.name === name);
  const zones = calendar.parts.filter(({ name }) => name === "VTIMEZONE");
  const ids = zones.flatMap(({ lines }) =>
    lines.flatMap(({ name, value }) => (name === "TZID" ? [value.replace(/\\([\\;,])/g, "$1")] : [])),
  );
  const events = calendar.parts.filter(({ name }) => name === "VEVENT");
  const keys = events.map(({ lines }) =>
    lines.flatMap(({ name, value }) => (/^(?:UID|RECURRENCE-ID)$/.test(name) ? [value] : [])).join(" "),
  );
  return [
    ...(one("PRODID").length === 1 && one("VERSION")[0]?.value === "2.0"
      ? []
      : ["PRODID or VERSION is missing"]),
    ...(new Set(ids).size === ids.length && zones.length === ids.length
      ? []
      : ["a TZID stands twice, or not at all"]),
    ...(new Set(keys).size === keys.length ? [] : ["two entries have the same UID and RECURRENCE-ID"]),
    // RFC 5546, section 3.2.1: what is published has an organizer and a title.
    ...(one("METHOD").length > 0 && !events.every(hasOrganizer) ? ["METHOD without an organizer"] : []),
    ...zones.flatMap(ofZone),
    ...events.flatMap((event) => ofEvent(event, ids, events)),
  ];
}

function hasOrganizer({ lines }: Component): boolean {
  return ["ORGANIZER", "SUMMARY"].every((name) => lines.some((line) => line.name === name));
}

function ofZone({ parts }: Component): string[] {
  const needed = ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO"];
  const isWhole = ({ lines }: Component) =>
    needed.every((name) => lines.filter((line) => line.name === name).length === 1) &&
    lines.every(({ name, value }) => !name.startsWith("TZOFFSET") || /^[+-]\d{4}(?:\d\d)?$/.test(value));
  return parts.length > 0 && parts.every(isWhole) ? [] : ["a VTIMEZONE does not say its offsets"];
}

function ofEvent({ lines }: Component, zones: string[], events: Component[]): string[] {
  const found: string[] = [];
  const all = (name: string) => lines.filter((line) => line.name === name);
  const value = (name: string) => all(name)[0]?.value ?? "";
  const uid = value("UID");
  const wrong = (words: string) => void found.push(`${uid}: ${words}`);
  for (const name of ["UID", "DTSTAMP", "DTSTART"])
    if (all(name).length !== 1) wrong(`${all(name).length} ${name}`);
  for (const name of onceAtMost) if (all(name).length > 1) wrong(`several ${name}`);
  if (all("DTEND").length + all("DURATION").length > 1) wrong("DTEND and DURATION");
  for (const [name, form] of Object.entries(texts))
    for (const line of all(name)) if (!form.test(line.value)) wrong(`${name}:${line.value}`);
  for (const name of ["UID", "SUMMARY", "DESCRIPTION", "LOCATION"])
    if (/(?<!\\)(?:\\\\)*(?:[;,]|\\(?![\\;,nN]))/.test(value(name)))
      wrong(`${name} is not escaped: ${value(name)}`);
  for (const name of ["DTSTAMP", "LAST-MODIFIED", "CREATED"])
    for (const line of all(name)) if (!/^\d{8}T\d{6}Z$/.test(line.value)) wrong(`${name} is not in UTC`);
  const forms = new Set<string>();
  const isChange = all("RECURRENCE-ID").length > 0;
  for (const line of lines.filter(({ name }) =>
    /^(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)$/.test(name),
  )) {
    const zone = line.parameters.get("TZID");
    const isDate = line.parameters.get("VALUE") === "DATE";
    if (zone !== undefined && !zones.includes(zone))
      wrong(`${line.name} in the zone ${zone}, which is not defined`);
    for (const one of line.value.split(",").map((part) => part.replace(/\/.*$/, ""))) {
      if (!(isDate ? date : time).test(one)) wrong(`${line.name}:${line.value}`);
      if (one.endsWith("Z") && zone !== undefined) wrong(`${line.name} in UTC with a zone`);
      if (line.parameters.get("VALUE") !== "PERIOD" && (!isChange || line.name === "RECURRENCE-ID"))
        forms.add(isDate ? "date" : one.endsWith("Z") ? "UTC" : (zone ?? "floating"));
    }
  }
  for (const line of lines) if (line.value === "") wrong(`${line.name} is empty`);
  const start = value("DTSTART");
  const isSeries = all("RRULE").length + all("RDATE").length > 0;
  // Programs compare the dates of a series as texts. (Start and end may lie in two zones, as of a flight.)
  if (isSeries && forms.size > 1) wrong(`times in several forms: ${[...forms].join(", ")}`);
  if (forms.has("floating")) wrong("a time without a zone");
  const end = value("DTEND");
  if (end && forms.size === 1 && end <= start) wrong("DTEND is not later than DTSTART");
  const until = /(?:^|;)UNTIL=([^;]+)/.exec(value("RRULE"))?.[1];
  if (until && !(date.test(start) ? date.test(until) : /Z$/.test(until)))
    wrong(`UNTIL=${until} with ${start}`);
  if (date.test(start) && /BY(?:HOUR|MINUTE|SECOND)=/.test(value("RRULE")))
    wrong("times of day in a rule of days");
  for (const part of value("RRULE").split(";").filter(Boolean))
    if (!rulePart.test(part)) wrong(`RRULE with ${part}`);
  if (until && /COUNT=/.test(value("RRULE"))) wrong("COUNT and UNTIL");
  const master = events.find(
    (event) =>
      event.lines.some((line) => line.name === "UID" && line.value === uid) &&
      !event.lines.some((line) => line.name === "RECURRENCE-ID"),
  );
  if (all("RECURRENCE-ID").length > 0 && !master) wrong("a change without its series");
  return found;
}
