import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, it, onTestFinished, vi } from "vitest";
import { certificateOf } from "../tests/support/outside/certificate.ts";
import { refuseKept, trust, unknownVariables } from "./environment.ts";

it.each([
  ["NOTFY_TO", "NOTIFY_TO"],
  ["smtp_url", "SMTP_URL"],
  ["Notify_To", "NOTIFY_TO"],
])("%s is probably %s", (typed, meant) => {
  expect(unknownVariables({ [typed]: "x" })).toEqual([
    `the environment has ${typed}, which nothing reads; did you mean ${meant}?`,
  ]);
});

it("says nothing of what is right, and of other programs' own", () => {
  const others = { MAIL: "x", http_proxy: "x", npm_config_port: "x", SMTP_URL: "x" };
  expect(unknownVariables(others)).toEqual([]);
});

it("takes a setting of npm's own for no option that npm has kept", () => {
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  vi.spyOn(console, "error").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockReturnValue(undefined as never);
  vi.stubEnv("npm_config_json", "true");
  refuseKept("npm run submissions", ["json", "dry-run"]);
  expect(exit).not.toHaveBeenCalled();
  vi.stubEnv("npm_config_dry_run", "true");
  refuseKept("npm run submissions", ["json", "dry-run"]);
  expect(exit).toHaveBeenCalledExactlyOnceWith(2);
});

it("trusts an authority that .env names, beside those that everybody trusts", async () => {
  const before = getCACertificates();
  const { cert } = await certificateOf("mail.organization.test");
  const file = join(tmpdir(), `authority-${process.pid}.pem`);
  writeFileSync(file, cert);
  try {
    trust(file);
    const plain = getCACertificates().map((one) => one.replaceAll(/\s/g, ""));
    expect(plain).toEqual(expect.arrayContaining([cert, ...before].map((one) => one.replaceAll(/\s/g, ""))));
  } finally {
    rmSync(file);
    setDefaultCACertificates(before);
  }
});
