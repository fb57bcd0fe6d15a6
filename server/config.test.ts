// docs/specification.md, 'Environment variables', 'Refused settings'

import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Config, ConfigError, readConfig } from "./config.ts";

const site = {
  url: "https://site.example",
  mail: { from: "Site <hello@site.example>", notify: ["staff@site.example"] },
};
const signs = "signs in the password as %XX (@ as %40, / as %2F, # as %23, % as %25)";
const read = (env: Record<string, string> = {}) => readConfig(env, site);

describe("readConfig", () => {
  it("needs no variable at all", () => {
    expect(read()).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      siteUrl: "https://site.example",
      dataDir: resolve("data"),
      databaseUrl: `sqlite:${resolve("data/site.db")}`,
      feeds: [],
      refreshSeconds: 300,
      smtpUrl: undefined,
      mailFrom: "Site <hello@site.example>",
      notifyTo: ["staff@site.example"],
      rateLimit: 20,
      trustProxy: false,
      metricsToken: undefined,
      auth: undefined,
      logLevel: "info",
    });
  });

  it("takes an empty value as unset, so that .env.example works as it is", () => {
    expect(read({ PORT: "", SMTP_URL: " ", AUTH_URL: "", TRUST_PROXY: "" })).toEqual(read());
  });

  it.each<[Record<string, string>, Partial<Config>]>([
    [{ PORT: "8080" }, { port: 8080 }],
    [{ PORT: "0" }, { port: 0 }],
    [{ PORT: "65535" }, { port: 65_535 }],
    [{ HOST: "0.0.0.0" }, { host: "0.0.0.0" }],
    [{ SITE_URL: "http://localhost:3000" }, { siteUrl: "http://localhost:3000" }],
    [{ SITE_URL: "https://www.care.example/" }, { siteUrl: "https://www.care.example" }],
    [{ DATA_DIR: "/srv/site" }, { dataDir: "/srv/site", databaseUrl: "sqlite:/srv/site/site.db" }],
    [{ DATABASE_URL: "postgres://u:p@db:5432/site" }, { databaseUrl: "postgres://u:p@db:5432/site" }],
    [{ DATABASE_URL: "postgresql://db/site" }, { databaseUrl: "postgresql://db/site" }],
    [{ DATABASE_URL: "sqlite:/tmp/x.db" }, { databaseUrl: "sqlite:/tmp/x.db" }],
    [
      { EVENTS_FEED_URL: "https://a.example/x.ics  webcal://b.example/y.ics file:///srv/z.ics" },
      { feeds: ["https://a.example/x.ics", "webcal://b.example/y.ics", "file:///srv/z.ics"] },
    ],
    [{ EVENTS_FEED_URL: "http://a.example/x.ics" }, { feeds: ["http://a.example/x.ics"] }],
    [{ EVENTS_REFRESH_SECONDS: "60" }, { refreshSeconds: 60 }],
    [{ SMTP_URL: "smtp://mail.example" }, { smtpUrl: "smtp://mail.example" }],
    [{ METRICS_TOKEN: "-._~+/0123456789=" }, { metricsToken: "-._~+/0123456789=" }],
    [{ MAIL_FROM: "a@b.example" }, { mailFrom: "a@b.example" }],
    [{ MAIL_FROM: "hello.you@b.example" }, { mailFrom: "hello.you@b.example" }],
    [{ TRUST_PROXY: "10.1.0.0/32" }, { trustProxy: ["10.1.0.0/32"] }],
    [{ TRUST_PROXY: "2001:db8::/128" }, { trustProxy: ["2001:db8::/128"] }],
    [{ SMTP_URL: "smtps://u:p@mail.example" }, { smtpUrl: "smtps://u:p@mail.example" }],
    [{ MAIL_FROM: "Site <a@site.example>" }, { mailFrom: "Site <a@site.example>" }],
    [{ NOTIFY_TO: "a@site.example, b@site.example" }, { notifyTo: ["a@site.example", "b@site.example"] }],
    [{ SUBMISSION_RATE_LIMIT: "0" }, { rateLimit: 0 }],
    [{ TRUST_PROXY: "0" }, { trustProxy: false }],
    [{ TRUST_PROXY: "10.0.0.1, 10.1.0.0/16 ::1" }, { trustProxy: ["10.0.0.1", "10.1.0.0/16", "::1"] }],
    [
      { AUTH_URL: "https://auth.example", AUTH_ANON_KEY: "key" },
      { auth: { url: "https://auth.example", anonKey: "key" } },
    ],
    [
      { AUTH_URL: "https://auth.example/auth/v1/", AUTH_ANON_KEY: "key" },
      { auth: { url: "https://auth.example/auth/v1", anonKey: "key" } },
    ],
    [
      { AUTH_URL: "http://[::1]:9999//", AUTH_ANON_KEY: "a!~z" },
      { auth: { url: "http://[::1]:9999", anonKey: "a!~z" } },
    ],
    [{ LOG_LEVEL: "debug" }, { logLevel: "debug" }],
  ])("reads %o", (env, expected) => {
    expect(read(env)).toMatchObject(expected);
  });

  it.each([
    ["PORT", "eighty"],
    ["PORT", "70000"],
    ["PORT", "65536"],
    ["PORT", "x80"],
    ["PORT", "80x"],
    ["SITE_URL", "www.care.example"],
    ["SITE_URL", "https://care.example/blog"],
    ["SITE_URL", "https://care.example/?a"],
    ["SITE_URL", "https://care.example/#a"],
    ["SITE_URL", "https://me@care.example"],
    ["SITE_URL", "view-https://care.example/"],
    ["SITE_URL", "httpsx://care.example"],
    ["DATABASE_URL", "sqlite:"],
    ["DATABASE_URL", "not-sqlite:/tmp/x.db"],
    ["DATABASE_URL", "my-postgres://db/site"],
    ["DATABASE_URL", "postgresx://db/site"],
    ["EVENTS_FEED_URL", "xhttp://a.example/x.ics"],
    ["EVENTS_FEED_URL", "filex:///a.ics"],
    ["SMTP_URL", "smtp:mail.example"],
    ["SMTP_URL", "xsmtp://mail.example"],
    ["SMTP_URL", "smtpx://mail.example"],
    ["SMTP_URL", "smtp://50%:secret@mail.example"],
    ["MAIL_FROM", "Site <a@site.example> now"],
    ["MAIL_FROM", "Site <b> <a@site.example>"],
    ["MAIL_FROM", "two words@site.example"],
    ["MAIL_FROM", "a@site.example,b@site.example"],
    ["MAIL_FROM", "a@site"],
    ["MAIL_FROM", "a@b@site.example"],
    ["NOTIFY_TO", "b,a@site.example"],
    ["TRUST_PROXY", "10.0.0.1,proxy.internal"],
    ["TRUST_PROXY", "10.0.0.1/8/8"],
    ["TRUST_PROXY", "10.0.0.1/x8"],
    ["TRUST_PROXY", "10.0.0.1/8x"],
    ["TRUST_PROXY", "10.0.0.1/08"],
    ["TRUST_PROXY", "::1/129"],
    ["DATABASE_URL", "mysql://db/site"],
    ["EVENTS_FEED_URL", "https://a.example/x.ics ftp://b.example/y.ics"],
    ["EVENTS_REFRESH_SECONDS", "0"],
    ["SMTP_URL", "mail.example:25"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_FROM", "A <a@site.example>\r\nBcc: x@y.example"],
    ["MAIL_FROM", "A\r\nBcc: x@y.example <a@site.example>"],
    ["NOTIFY_TO", "a@site.example,b"],
    ["SUBMISSION_RATE_LIMIT", "-1"],
    ["TRUST_PROXY", "proxy.internal"],
    ["TRUST_PROXY", "11"],
    ["TRUST_PROXY", "10.0.0.1/33"],
    ["TRUST_PROXY", "0.0.0.0/0"],
    ["TRUST_PROXY", "::/0"],
    ["SMTP_URL", "smtp://site:50%@mail.example"],
    ["AUTH_URL", "https://auth.example"],
    ["AUTH_ANON_KEY", "key"],
    ["METRICS_TOKEN", "fifteen-letters"],
    ["METRICS_TOKEN", "a token of words"],
    ["METRICS_TOKEN", "=0123456789abcdef"],
    ["METRICS_TOKEN", "0123456789abcdefé"],
    ["LOG_LEVEL", "loud"],
  ])("refuses %s=%s in one line that names a variable and what is expected", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(/^[A-Z_]+ is (".*"|not set); expected [^\n]+$/);
  });

  it.each([
    "ftp://auth.example",
    "https://me:secret@auth.example",
    "https://auth.example/?key=1",
    "https://*.example",
    "https://a.example;script-src",
    "https://auth.example/#key",
    "auth.example",
    "view-https://auth.example",
    "httpsx://auth.example",
  ])("refuses AUTH_URL=%s", (url) => {
    expect(() => read({ AUTH_URL: url, AUTH_ANON_KEY: "key" })).toThrow(/^AUTH_URL is "[^"]*"; expected an/);
  });

  it.each(["two words", "é", "keyé", "ékey", "a\nb"])(
    "refuses the key %j, which no header can carry",
    (key) => {
      const env = { AUTH_URL: "https://auth.example", AUTH_ANON_KEY: key };
      expect(() => read(env)).toThrow(
        /^AUTH_ANON_KEY is "…"; expected a key of ASCII characters without spaces$/,
      );
    },
  );

  it.each([
    ["AUTH_URL", "x", "an address such as https://auth.example.org/auth/v1, without a query"],
    ["SITE_URL", "x", "an origin such as https://www.example.org, without a path"],
    ["DATABASE_URL", "x", `sqlite:PATH or postgres://user:password@host:5432/database, with ${signs}`],
    ["EVENTS_FEED_URL", "x", "addresses that start with https:, http:, webcal: or file:"],
    ["SMTP_URL", "x", `smtp://user:password@host:587 or smtps://user:password@host:465, with ${signs}`],
    ["MAIL_FROM", "x", "an e-mail address, alone or as Name <name@example.org>"],
    ["NOTIFY_TO", "x", "e-mail addresses with commas between them"],
    [
      "TRUST_PROXY",
      "x",
      "how many proxies stand in front (0 to 10), or their addresses with commas between them",
    ],
    ["LOG_LEVEL", "loud", "one of fatal, error, warn, info, debug, trace, silent"],
    ["EVENTS_REFRESH_SECONDS", "86401", "a whole number from 1 to 86400"],
    ["SUBMISSION_RATE_LIMIT", "1000001", "a whole number from 0 to 1000000"],
  ])("says what %s=%s should be", (name, value, expected) => {
    const key: Record<string, string> = name === "AUTH_URL" ? { AUTH_ANON_KEY: "key" } : {};
    const message = `${name} is "${value}"; expected ${expected}`;
    expect(() => read({ ...key, [name]: value })).toThrow(new ConfigError(message));
  });

  it("says whose pair is missing, and is told from other errors by its name", () => {
    expect(() => read({ AUTH_URL: "https://auth.example" })).toThrow(
      new ConfigError("AUTH_ANON_KEY is not set; expected the public key of the service at AUTH_URL"),
    );
    expect(() => read({ AUTH_ANON_KEY: "key" })).toThrow(
      new ConfigError(
        "AUTH_URL is not set; expected the address of the auth service that AUTH_ANON_KEY belongs to",
      ),
    );
    expect(new ConfigError("").name).toBe("ConfigError");
  });

  it.each(["1", "3", "10"])("trusts the last %s addresses of X-Forwarded-For", (hops) => {
    const { trustProxy } = read({ TRUST_PROXY: hops });
    if (typeof trustProxy !== "function") throw new Error("expected a rule");
    expect(
      Array.from({ length: 12 }, (_, hop) => trustProxy("203.0.113.1", hop)).filter(Boolean),
    ).toHaveLength(Number(hops));
  });

  it("says which value was found", () => {
    expect(() => read({ PORT: "eighty" })).toThrow(
      'PORT is "eighty"; expected a whole number from 0 to 65535',
    );
    expect(() => read({ SITE_URL: "www.care.example" })).toThrow('SITE_URL is "www.care.example";');
    expect(() => read({ SMTP_URL: "mail.example:25" })).toThrow('SMTP_URL is "mail.example:25";');
    expect(() => read({ DATABASE_URL: "mysql://db:3306" })).toThrow('DATABASE_URL is "mysql://db:3306";');
  });

  it.each([
    ["DATABASE_URL", "mysql://me:sesame@db/site", "mysql://db/…"],
    ["DATABASE_URL", "mysql://me:se@same@db/site", "mysql://db/…"],
    ["DATABASE_URL", "mysql://me:se/same@db/site", "mysql:…"],
    ["DATABASE_URL", "mysql://db/site?password=sesame", "mysql://db/…"],
    ["DATABASE_URL", "host=db password=sesame", "…"],
    // A password with a sign that ends the host.
    ["DATABASE_URL", "postgres://me:open@ses/ame@db/site", "postgres:…"],
    ["DATABASE_URL", "postgres://me:50#sesame@db/site", "postgres:…"],
    ["DATABASE_URL", "postgres://me:50%sesame@db/site", "postgres://db/…"],
    ["SMTP_URL", "smtps://me:open@ses/ame@mail.example", "smtps:…"],
    ["SMTP_URL", "smtps://me:50#sesame@mail.example", "smtps:…"],
    ["DATABASE_URL", "me:sesame@db", "me:…"],
    ["EVENTS_FEED_URL", "ftp://calendar.example/private-sesame/basic.ics", "ftp://calendar.example/…"],
    ["EVENTS_FEED_URL", "calendar.example/private-sesame/basic.ics", "…"],
    ["SMTP_URL", "http://me:sesame@mail.example", "http://mail.example/…"],
    ["SMTP_URL", "smtp://me:50%sesame@mail.example", "smtp://mail.example/…"],
    ["SITE_URL", "https://site.example/?token=sesame", "https://site.example/…"],
    ["SITE_URL", "my sqlite:sesame", "…"],
    ["SITE_URL", "sqlite:a?key=sesame", "sqlite:…"],
    ["SITE_URL", "sqlite:/tmp/x.db", "sqlite:/tmp/x.db"],
    ["SITE_URL", "sesame mail:x", "…"],
    ["MAIL_FROM", "not an address/", "not an address/"],
    ["AUTH_ANON_KEY", "open sesame", "…"],
    ["METRICS_TOKEN", "open sesame", "…"],
  ])("shows no secret of %s=%s", (name, value, shown) => {
    expect(() => read({ AUTH_URL: "https://auth.example", AUTH_ANON_KEY: "key", [name]: value })).toThrow(
      `${name} is "${shown}"; expected`,
    );
  });
});
