// docs/specification.md, 'Limits of requests', 'Suspected robots'

import { describe, expect, it } from "vitest";
import { readForm } from "./receive-post.server.ts";

const type = "application/x-www-form-urlencoded";
const post = (body: string | FormData, contentType?: string, mostValues = 2) =>
  readForm(
    new Request("https://x.example/contact", {
      method: "POST",
      body: typeof body === "string" ? new TextEncoder().encode(body) : body,
      ...(contentType ? { headers: { "content-type": contentType } } : {}),
    }),
    { names: ["role", "areas"], mostValues, longestValue: 15_000 },
  );

describe("a form post", () => {
  it("is read as the form's own fields, in their order, with the hidden ones; others are counted", async () => {
    const posted = await post(
      "role=Nurse&areas=a&shoe=42&areas=b&hat=7&stamp=s&submissionId=i&sendCopy=on&subject=",
      type,
    );
    if (posted.kind !== "read") throw new Error("expected a form");
    expect([...posted.fields]).toEqual([
      ...[
        ["role", "Nurse"],
        ["areas", "a"],
        ["areas", "b"],
      ],
      ...[
        ["stamp", "s"],
        ["submissionId", "i"],
        ["sendCopy", "on"],
        ["subject", ""],
      ],
    ]);
    expect(posted.strangers).toBe(2);
    expect(await post("role=", type)).toMatchObject({ kind: "read", strangers: 0 });
    expect(await post("", type)).toMatchObject({ kind: "read", strangers: 0 });
  });

  it("is none of ours when it has none of the fields, or is not what it says", async () => {
    for (const [body, contentType] of [
      ["shoe=42", type],
      ["role=Nurse", "text/plain"],
      ["role=Nurse", undefined],
      ["role=Nurse", "multipart/form-data; boundary=x"],
    ] as const)
      expect(await post(body, contentType)).toEqual({ kind: "unreadable" });
  });

  it("has texts only, of at most 15,000 characters each", async () => {
    const file = new FormData();
    file.append("role", new File(["x"], "x.txt"));
    expect(await post(file)).toEqual({ kind: "unreadable" });
    expect(await post(`role=${"x".repeat(15_000)}`, type)).toMatchObject({ kind: "read" });
    expect(await post(`role=${"x".repeat(15_001)}`, type)).toEqual({ kind: "tooLong" });
  });

  it("has at most 100 fields in either encoding, counted by its own way of parting them", async () => {
    const fields = (count: number) => Array(count).fill("role=x").join("&");
    expect(await post(fields(101), type)).toMatchObject({ kind: "read" });
    expect(await post(fields(102), type)).toEqual({ kind: "unreadable" });
    // A longer form has as many as it asks, and the four hidden ones.
    expect(await post(fields(205), type, 200)).toMatchObject({ kind: "read" });
    expect(await post(fields(206), type, 200)).toEqual({ kind: "unreadable" });
    const parts = (count: number, value = "x") => {
      const data = new FormData();
      for (let part = 0; part < count; part += 1) data.append("role", value);
      return data;
    };
    expect(await post(parts(100))).toMatchObject({ kind: "read" });
    expect(await post(parts(101))).toEqual({ kind: "unreadable" });
    expect(await post(parts(1, "&".repeat(200)))).toMatchObject({ kind: "read" });
    expect(await post(`role=${"content-disposition ".repeat(200)}`, type)).toMatchObject({ kind: "read" });
  });
});
