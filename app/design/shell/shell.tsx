import { css as themeCss } from "virtual:theme";
import type { ReactNode } from "react";
import navigation from "#content/navigation.yaml";
import baseCss from "../base.css?inline";
import { Seed } from "../cross-section-figure.tsx";
import { Style } from "../style.tsx";
import tokensCss from "../tokens.css?inline";
import { SharedDrawings } from "./brand-mark.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import shellCss from "./shell.css?inline";

/** Header, main area and footer around every page. */
export function Shell({ path, year, children }: { path: string; year: number; children: ReactNode }) {
  return (
    <>
      <Style name="base" css={themeCss + tokensCss + baseCss + shellCss} />
      <a className="skip" href="#main">
        {navigation.words.skip}
      </a>
      <SharedDrawings path={path} />
      <Header path={path} />
      <main id="main" tabIndex={-1}>
        <Seed value={path}>{children}</Seed>
      </main>
      <Footer year={year} />
    </>
  );
}
