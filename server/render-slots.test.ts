import { expect, it } from "vitest";
import { RenderSlotQueue } from "./render-slots.ts";

it("admits so many at once, lets so many wait in their order, and refuses the rest", async () => {
  const slots = new RenderSlotQueue(() => false, { active: 2, waiting: 2 });
  const order: number[] = [];
  const enter = async (number: number) => {
    const isAdmitted = await slots.enter();
    if (isAdmitted) order.push(number);
    return isAdmitted;
  };
  const first = [enter(1), enter(2)];
  const waiting = [enter(3), enter(4)];
  expect(await enter(5)).toBe(false);
  expect(await Promise.all(first)).toEqual([true, true]);
  expect(order).toEqual([1, 2]);
  slots.leave();
  slots.leave();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(order).toEqual([1, 2, 3, 4]);
  // All places are free again.
  slots.leave();
  slots.leave();
  expect(await Promise.all([enter(6), enter(7)])).toEqual([true, true]);
});

it("lets other work be done between two renderings", async () => {
  const slots = new RenderSlotQueue(() => false, { active: 1, waiting: 1 });
  await slots.enter();
  const events: string[] = [];
  const next = slots.enter().then(() => events.push("next"));
  slots.leave();
  await Promise.resolve().then(() => events.push("other"));
  await next;
  expect(events).toEqual(["other", "next"]);
});

it("goes on with one rendering at a time and lets few wait while the event loop lags", async () => {
  const slots = new RenderSlotQueue(() => true, { active: 2, waiting: 16 });
  expect(await slots.enter()).toBe(true);
  const waiting = [slots.enter(), slots.enter()];
  expect(await slots.enter()).toBe(false);
  slots.leave();
  expect(await waiting[0]).toBe(true);
  slots.leave();
  expect(await waiting[1]).toBe(true);
});
