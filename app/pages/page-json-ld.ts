import type { Course, Service } from "schema-dts";
import { language } from "#system/language.ts";
import type { ContentPage } from "./pages.ts";

/** The learning journey as a course: four sessions of 90 minutes a month; docs/specification.md, 'Business constants'. */
export function courseJsonLd(page: ContentPage, siteUrl: string): Course {
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
      courseSchedule: {
        "@type": "Schedule",
        repeatFrequency: "Monthly",
        repeatCount: 12,
        duration: "PT6H",
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
