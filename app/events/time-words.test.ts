import { expect, it } from "vitest";
import { timeOfDay } from "#system/language.ts";
import { timeWords } from "./time-words.ts";

it.each(["en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "pl-PL", "fi-FI", "vi-VN", "ja-JP", "zh-TW", "ko-KR"])(
  "hold all that Intl writes of a moment in %s",
  (language) => {
    const { hours, weekdays, months, when } = timeWords(language);
    const day = { weekday: "short", month: "short", day: "numeric", ...timeOfDay } as const;
    // Each month, weekday and hour, and minutes of each kind.
    for (let moment = Date.UTC(2026, 0, 1, 0, 5); moment < Date.UTC(2027); moment += 3_555 * 60_000) {
      const date = new Date(moment);
      const minute = date.toISOString().slice(14, 16);
      const time = hours[date.getUTCHours()]?.replace("{minute}", minute) ?? "";
      const written = when
        .replace("{weekday}", weekdays[date.getUTCDay()] ?? "")
        .replace("{month}", months[date.getUTCMonth()] ?? "")
        .replace("{day}", String(date.getUTCDate()))
        .replace("{time}", time);
      const expected = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" })
          .format(date)
          .replace("\u202f", " ");
      expect([time, written]).toEqual([expected(timeOfDay), expected(day)]);
    }
  },
);
