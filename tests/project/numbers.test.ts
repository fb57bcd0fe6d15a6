// Numbers that documents say, from the code that they are about.

import { readFileSync } from "node:fs";
import { toOrdinal } from "n2words/en-US";
import { expect, it } from "vitest";
import { mostShown } from "#app/events/list-pages.ts";
import { toastLifetime } from "#app/forms/toast.tsx";
import { leastLarge, leastPhoto, portraitWidth } from "#app/people/portrait-width.ts";
import { daysEach } from "#app/people/spotlight.ts";
import { feedLimits } from "#calendar/feed/fetch-feed.server.ts";
import { firstYear, yearsAhead } from "#calendar/ics/zone-definition.ts";
import { mostZones } from "#calendar/read/read-calendar.ts";
import { lookAheadDays } from "#calendar/read/recurrence/recurrence.ts";
import { longest } from "#content-model/forms/field.ts";
import { longestEmail } from "#database/foreign-rules.server.ts";
import { connectionsOfInstance } from "#database/postgres/postgres-dialect.server.ts";
import { checkedSize } from "#database/sqlite/open-sqlite.server.ts";
import { day as alertDay, times as alerts } from "#server/alerts/alert-watch.ts";
import { stopping } from "#server/close-gently.ts";
import { bodyLimits } from "#server/edge/instance.ts";
import { tlsPromise } from "#server/edge/security-headers.ts";
import { turnLimits } from "#server/edge/turns.ts";
import { freshPosts, silence } from "#server/health.ts";
import { defaultTimes as scrape } from "#server/metrics/recent.ts";
import { allReceipts, mailboxReceipts, mistakes, networksInSite, postsWindow } from "#server/open-store.ts";
import { oldestDrill } from "#staff/copies/backup-troubles.ts";
import { forms } from "#submissions/forms/forms.ts";
import { backOff, mostAttempts, mostUnclear } from "#submissions/mail/failed-attempt.ts";
import { mailsToOne, mailsToSenders } from "#submissions/mail/mail-claims.server.ts";
import { longestAttempt, mailsAtOnce } from "#submissions/mail/mailer.ts";
import { defaultTimes as outbox } from "#submissions/mail/outbox.server.ts";
import { overdueAfter as overdue } from "#submissions/mail/overdue.server.ts";
import { mostCounted } from "#submissions/mail/quarantined.server.ts";
import { inWords } from "#system/language.ts";
import { oldestBackup } from "#system/last-backup.server.ts";
import { nodeMajor } from "#system/version.ts";
import { wordsPerMinute } from "#tooling/build/pages/compile-page.ts";

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const figures = (number: number) => number.toLocaleString("en-US");

const { visitors, check, indexing } = connectionsOfInstance;
const checked = checkedSize / 1024 ** 2;
const longestPause = `${inWords(backOff(mostAttempts, 0, 0) / hour)} hours`;
/** Milliseconds from a mail's first attempt to its last. */
const allPauses = Array.from({ length: mostAttempts - 1 }, (_, before) => backOff(before + 1, 0, 0));
const allAttempts = allPauses.reduce((sum, pause) => sum + pause);
const { reads, posts, refusals } = turnLimits;
const once = (time: number) => (time === minute ? "a minute" : `${time} ms`);
/** What whoever runs the site has to wait before it kills, in seconds. */
const grace = Math.ceil(stopping.all / (10 * second)) * 10;
const backupDays = inWords(oldestBackup / day);

const said: Record<string, string[]> = {
  "docs/specification.md": [
    `| \`SUBMISSION_RATE_LIMIT\` in ${postsWindow / 60} minutes;`,
    `| posts of one IPv6 /48 | ${inWords(networksInSite)} times as many |`,
    `| posts that are no valid form | ${inWords(mistakes)} times as many;`,
    `| confirmations to one mailbox | ${mailboxReceipts} a day,`,
    `| confirmations in all | ${allReceipts} a day |`,
    `At most ${longestEmail} characters: 'Email must be`,
    `${figures(feedLimits.bytes)} bytes, ${feedLimits.timeout / second} seconds, ${inWords(feedLimits.redirects)} redirects`,
    `occurrences within the next ${lookAheadDays} days`,
    `Lines ${longest.line} characters, areas ${figures(longest.area)}, counted`,
    `At most ${longest.email} characters: 'Email must be`,
    `At most ${mostShown} cards are on a page.`,
    `each in turn for ${daysEach} day`,
    `its reading time (${wordsPerMinute} words a minute)`,
    `Photos are ${portraitWidth} by ${portraitWidth} CSS pixels`,
    `photos of less than ${2 * portraitWidth} pixels on a side, of somebody in the spotlight of less than ${6 * portraitWidth}`,
    `${inWords(mailsAtOnce)} at a time, ${inWords(mailsToSenders)} of them to visitors, ${inWords(mailsToOne)} to one recipient`,
    `each within ${inWords(longestAttempt / minute)} minutes`,
    `A claim lasts ${outbox.claim / minute} minutes and is renewed every ${outbox.renewal / second} seconds`,
    `with an SQLite file of up to ${checked} MB`,
    `twice as long each time, ${longestPause} at most`,
    `after a final refusal or ${mostAttempts} attempts`,
    `then every ${longestPause}, and given up after the ${toOrdinal(mostUnclear)} such attempt`,
    `(\`${mostCounted}+\` from ${figures(mostCounted)} on)`,
    `from ${alertDay.begins} to ${alertDay.ends} o'clock`,
    `Looked for ${once(alerts.first)} after the start, then every ${alerts.interval / minute} minutes.`,
    `A toast stays ${toastLifetime / second} seconds,`,
    `${reads.underWay} renderings are under way and ${reads.waiting} wait, ${posts.underWay} posts and ${posts.waiting};`,
    `while ${refusals.waiting} wait for that, the page of the status`,
    `new connections are still taken for ${inWords(stopping.farewell / second)} seconds`,
    `(for ${stopping.requests / second} seconds), mails under way are finished (for ${outbox.stop / second}), and the process exits with 0 within ${stopping.all / second} seconds`,
    `a series in more than ${mostZones} zones is left out`,
    `clock changes since ${firstYear} and of the next ${inWords(yearsAhead)} years`,
    `at most ${scrape.age / second} seconds old, and missing where it does not answer within ${scrape.timeout / second}`,
    `up to ${bodyLimits.urlencoded / 1024} KiB or \`multipart/form-data\` up to ${bodyLimits.multipart / 1024} KiB`,
    `each answer at most ${figures(forms.contact_submission.longestValue)} characters`,
    `A mail to the staff that waits for more than ${overdue.words},`,
    `Strict-Transport-Security for ${inWords(tlsPromise / (365 * (day / second)))} years`,
    `Node ${nodeMajor}, an npm dependency`,
    `on any Node ${nodeMajor},`,
  ],
  "README.md": [`on Node ${nodeMajor}, which is a dependency`],
  "tooling/release/README.md": [`on Node ${nodeMajor}, from wherever you are`],
  "docs/operations/release.md": [`It needs Node ${nodeMajor} and refuses another one`],
  "docs/content-guide.md": [
    `It has ${leastPhoto} pixels on each side at least (${leastLarge} of somebody in the spotlight)`,
  ],
  // The build reads these before the code runs.
  "app/people/portraits.ts": [
    `w: "${leastPhoto};${portraitWidth}"`,
    `w: "${leastLarge};${4 * portraitWidth};${leastPhoto}"`,
  ],
  "compose.yaml": [`stop_grace_period: ${grace}s`],
  "deploy/systemd/site-web@.service": [`TimeoutStopSec=${grace}`],
  "docs/operations.md": [
    `always within ${stopping.all / second}: give it ${grace} (\`docker stop --timeout ${grace}\`, \`stop_grace_period: ${grace}s\`; Kubernetes has ${grace}`,
    `twice as long each time up to ${longestPause}`,
    `${inWords(mailboxReceipts)} a day for a mailbox, however its address is spelt, and ${allReceipts} a day in all`,
    `told of a submission for ${overdue.words},`,
    `a notification waits for more than ${overdue.words},`,
    `after ${mostAttempts} attempts, which take ${inWords(Math.floor(allAttempts / day))} days`,
    `then every ${longestPause}, and given up after the ${toOrdinal(mostUnclear)} such attempt`,
    `${inWords(mailsAtOnce)} at a time, ${inWords(mailsToOne)} to one recipient, each within ${inWords(longestAttempt / minute)} minutes`,
    `checks a file of up to ${checked} MB`,
    `the last backup is older than ${backupDays} days or gone, and the last drill older than ${inWords(oldestDrill / day)}`,
  ],
  "docs/operations/doctor.md": [
    `Node is ${nodeMajor} or newer`,
    `(read up to ${checked} MB,`,
    `the last is younger than ${backupDays} days`,
    `restored for trial within ${inWords(oldestDrill / day)} days`,
  ],
  "docs/operations/mail.md": [
    `at most ${inWords(mailboxReceipts)} a day for a mailbox and ${allReceipts} in all`,
  ],
  "deploy/nginx/site.conf": [
    `add_header Strict-Transport-Security "max-age=${tlsPromise}"`,
    `client_max_body_size ${Math.ceil((2 * bodyLimits.urlencoded) / 1024 ** 2)}m`,
  ],
  "content/site.yaml": [`over TLS, now and for ${inWords(tlsPromise / (365 * (day / second)))} years`],
  "deploy/prometheus/alerts.yaml": [
    `max(site_outbox_oldest_age_seconds{kind="staff",status="pending"}) > ${overdue.time / second}`,
    `max by (feed) (site_feed_age_seconds) > ${silence.known / second}`,
  ],
  "docs/operations/many-machines.md": [
    `up to ${visitors + check} connections, and ${indexing} more while it makes indexes`,
    `\`terminationGracePeriodSeconds: ${grace}\``,
  ],
  "docs/operations/seeing.md": [
    `waits for a connection (of ${inWords(visitors)} to PostgreSQL`,
    `at most ${scrape.age / second} seconds old`,
    `no answer within ${scrape.timeout / second} seconds`,
    `may be a person's came within ${inWords(freshPosts / day)} days`,
    `knows of is older than ${backupDays} days`,
    `or waits for more than ${overdue.words} |`,
    `a form that was sent ${overdue.words} ago`,
    `counted up to ${mostCounted}`,
  ],
  "docs/scale.md": [
    `| confirmations | at ${allReceipts} a day`,
    `connections first: ${visitors + check} of each process`,
  ],
};

it.each(
  Object.entries(said).flatMap(([file, sentences]) => sentences.map((sentence) => [file, sentence] as const)),
)("%s says: %s", (file, sentence) => {
  expect(readFileSync(file, "utf8").replaceAll(/\s+/g, " ")).toContain(sentence);
});
