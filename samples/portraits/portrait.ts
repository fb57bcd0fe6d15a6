import { rings } from "#app/design/rings.ts";
import { fields, palette, ringColors } from "../theme-colors.ts";
import { garments } from "./clothes.ts";
import { coverings } from "./coverings.ts";
import { beards, earrings, face, neck } from "./face.ts";
import { type HairStyle, hairStyles } from "./hair.ts";
import type { Look } from "./look.ts";
import { both, piece } from "./paper.ts";

/** A square of 352 units that stays whole when it is cropped to a circle. Cut paper. */
export function portrait(look: Look): string {
  const { skin, hairColor, coverColor: cover } = look;
  const style: HairStyle = { ...hairStyles, ...coverings }[look.hair];
  const garment: { behind?(outfit: Look): string; front(outfit: Look): string } = garments[look.clothes];

  const pose = poseOf(look);
  const head = (...parts: (string | undefined)[]) =>
    group(
      `translate(0 8) rotate(${round(pose.lean)} 0 250) scale(${round(look.headWidth)} 1)`,
      parts.join(""),
    );
  const body = (drawn: string | undefined) =>
    group(`${pose.body}scale(${round(look.shoulderWidth)} 1)`, drawn ?? "");
  const earPair = (one: string) => (pose.turn ? one : both(one));
  const hair = (drawn: string | undefined) =>
    drawn && look.isMirrored ? group("scale(-1 1)", drawn) : (drawn ?? "");

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 352 352" width="1056" height="1056">`,
    ground(look),
    pose.flip,
    '<g transform="translate(176-27)scale(1.08)">',
    head(hair(style.back?.(cover))),
    body(garment.behind?.(look)),
    // With what is worn, so that a collar lies around it.
    body(group(`translate(${-6 * pose.turn} 0)`, neck(skin))),
    // Shoulders that turn lift their lower edge.
    body(piece("M-134 351H134V380H-134z", look.main) + garment.front(look)),
    head(
      hair(style.over?.(cover)),
      face(look.shape, skin, {
        hasEars: !style.coversEars,
        turn: pose.turn,
        eyes: look.eyes,
        beard: look.beard && beards[look.beard](hairColor, skin),
      }),
      hair(style.front?.(cover, skin)),
      look.earrings && earPair(earrings[look.earrings](palette.marigold)),
    ),
    "</g></g></svg>\n",
  ].join("");
}

/** What turns and leans; who looks to the other side is drawn the other way round. */
function poseOf({ pose, tilt, isMirrored }: Look) {
  const flip = pose !== "front" && isMirrored ? '<g transform="translate(352 0)scale(-1 1)">' : "<g>";
  const forms = {
    front: { lean: tilt, turn: 0, body: "" },
    turned: { lean: tilt - 3, turn: 1, body: "translate(16 4) rotate(-3 0 352) skewX(4) translate(-10 0) " },
    listening: { lean: 10 + tilt / 2, turn: 0, body: "translate(-12 0) rotate(5 0 352) " },
  };
  return { ...forms[pose], flip };
}

/** The person's own rings around the head, one of them lit. */
function ground({ name, ground }: Look): string {
  const [lit = "", ...others] = rings({
    seed: name,
    cx: 176,
    cy: 160,
    innerRadius: 104,
    outerRadius: 236,
    count: 4,
    points: 7,
  });
  return (
    `<path d="M0 0h352v352H0z" fill="${fields[ground]}"/>` +
    `<g fill="none" stroke="${ringColors[ground]}"><path d="${lit}" stroke-width="5"/><path d="${others.join("")}" stroke-width="2"/></g>`
  );
}

function group(transform: string, content: string): string {
  return content && `<g transform="${transform}">${content}</g>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
