import type { Course, Service } from "schema-dts";
import offers from "#content/offers.yaml";
import { isDay } from "#content-model/schemas/offers.schema.ts";
import { language } from "#system/language.ts";
import type { ContentPage } from "./pages.ts";

/** The learning journey as a course; docs/specification.md, 'Business constants'. */
export function courseJsonLd(page: ContentPage, siteUrl: string): Course {
  const { months, sessionsAMonth, sessionMinutes } = offers.learningJourney;
  const { start } = offers.journey;
  return {
    "@type": "Course",
    name: page.title,
    description: page.description,
    url: siteUrl + page.path,
    provider: { "@id": `${siteUrl}/#organization` },
    inLanguage: language,
    hasCourseInstance: {
      "@type": "CourseInstance",
      courseMode: "Online",
      ...(start && isDay(start) ? { startDate: start } : {}),
      courseSchedule: {
        "@type": "Schedule",
        repeatFrequency: "Monthly",
        repeatCount: months,
        // ISO 8601, of a month.
        duration: `PT${(sessionsAMonth * sessionMinutes) / 60}H`,
      },
    },
  };
}

export function serviceJsonLd(page: ContentPage, siteUrl: string): Service {
  return {
    "@type": "Service",
    name: page.title,
    description: page.description,
    url: siteUrl + page.path,
    provider: { "@id": `${siteUrl}/#organization` },
  };
}
