import { cachePolicy } from "#app/cache-policy.ts";
import { siteUrlContext } from "#app/context.ts";
import { CrossSection } from "#app/design/cross-section-figure.tsx";
import { PageHead } from "#app/design/page-head.tsx";
import { Style } from "#app/design/style.tsx";
import eventCss from "#app/events/event.css?inline";
import { EventCard, EventTicket } from "#app/events/event-ticket.tsx";
import formCss from "#app/forms/form.css?inline";
import articleCss from "#app/pages/article.css?inline";
import { Neighbors } from "#app/pages/article.tsx";
import {
  CallToAction,
  Card,
  Cards,
  Cell,
  Comparison,
  Fact,
  Facts,
  Row,
  Step,
  Steps,
} from "#app/pages/vocabulary/layout-blocks.tsx";
import { PullQuote, Scene, SideNote } from "#app/pages/vocabulary/text-blocks.tsx";
import { Band } from "#app/people/band.tsx";
import peopleCss from "#app/people/people.css?inline";
import { Portrait } from "#app/people/portrait.tsx";
import type { PageInfo } from "#app/seo/page-info.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import navigation from "#content/navigation.yaml";
import site from "#content/site.yaml";
import texts from "#content/typography.yaml";
import { sectionColors } from "#content-model/section-colors.ts";
import type { Route } from "./+types/typography.route.ts";
import { Actions } from "./action-specimens.tsx";
import { Contrasts, Surfaces, specimensCss } from "./color-specimens.tsx";
import { EventSpecimens } from "./event-specimens.tsx";
import { FormSpecimens } from "./form-specimens.tsx";
import { PeopleSpecimens } from "./people-specimens.tsx";
import css from "./typography.css?inline";
import { WaySpecimens } from "./way-specimens.tsx";

const page: PageInfo = { path: "/typography", ...texts.page, isHidden: true };
const sizes = ["step-5", "step-4", "step-3", "step-2", "step-1", "step-0", "step--1"];
const spaces = ["s1", "s2", "s3", "s4", "s5", "s6", "s7"];
const { headings, text, lists, table, actions, colors, parts } = texts;

export function loader({ context }: Route.LoaderArgs) {
  return { siteUrl: context.get(siteUrlContext) };
}

export function headers() {
  return { "Cache-Control": cachePolicy.page };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData ? pageMeta(page, loaderData.siteUrl) : [];
}

/** The design's own reference: type, color, forms and the small parts, each made of the rules that the site uses. */
export default function Typography() {
  return (
    <>
      <Style name="article" css={articleCss} />
      <Style name="event" css={eventCss} />
      <Style name="form" css={formCss} />
      <Style name="people" css={peopleCss} />
      <Style name="typography" css={css + specimensCss} />
      <PageHead path={page.path} title={page.title} heading={page.heading} lead={page.lead} />
      <div className="type-page section-leaf wrap">
        <section>
          <h2>{texts.sizes}</h2>
          <ul className="scale">
            {sizes.map((size) => (
              <li key={size}>
                <span className="over">{size}</span>
                <p className={`speak ${size}`}>{site.tagline}</p>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{headings.title}</h2>
          <p className="running">{headings.about}</p>
          <div className="prose specimen">
            <p className="like-h1">{headings.h1}</p>
            <p className="like-h2">{headings.h2}</p>
            <h3>{headings.h3}</h3>
            <h4>{headings.h4}</h4>
            <h5>{headings.h5}</h5>
            <h6>{headings.h6}</h6>
          </div>
        </section>
        <section>
          <h2>{text.title}</h2>
          <div className="prose specimen">
            <p className="over">{text.over}</p>
            <div className="opening">
              <p>{text.lead}</p>
            </div>
            <SideNote>
              <p>{text.note}</p>
            </SideNote>
            <p>
              {text.running} <strong>{text.strong}</strong> <em>{text.em}</em>{" "}
              <a href={text.link.to}>{text.link.label}</a>{" "}
              <a className="show-hover" href={text.link.to}>
                {actions.hover}
              </a>{" "}
              <a className="show-focus" href={text.link.to}>
                {actions.focus}
              </a>
            </p>
            <Scene picture="radio">
              <p>{text.scene}</p>
            </Scene>
            <PullQuote>
              <p>{text.pullQuote}</p>
            </PullQuote>
            <blockquote>
              <p>{text.quote}</p>
            </blockquote>
          </div>
        </section>
        <section>
          <h2>{lists.title}</h2>
          <div className="prose specimen">
            <ul>
              {lists.unordered.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <ol>
              {lists.ordered.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ol>
            <dl>
              {lists.definitions.map(({ term, meaning }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </div>
        </section>
        <section>
          <h2>{table.title}</h2>
          <div className="prose specimen">
            {([undefined, "loss-and-gain", "tiers"] as const).map((colors) => (
              <Comparison key={colors} left={table.left} right={table.right} {...(colors && { colors })}>
                {table.rows.map((row) => (
                  <Row key={row.label} label={row.label}>
                    <Cell>{row.left}</Cell>
                    <Cell>{row.right}</Cell>
                  </Row>
                ))}
              </Comparison>
            ))}
          </div>
        </section>
        <section>
          <h2>{parts.blocks}</h2>
          <Blocks />
        </section>
        <section>
          <h2>{parts.events}</h2>
          <EventSpecimens Ticket={EventTicket} Card={EventCard} />
        </section>
        <section>
          <h2>{parts.people}</h2>
          <PeopleSpecimens Portrait={Portrait} Band={Band} />
        </section>
        <section>
          <h2>{parts.ways}</h2>
          <WaySpecimens path={page.path} label={page.title} />
          <Neighbors path={navigation.header[0]?.links[1]?.to ?? ""} />
        </section>
        <section>
          <h2>{texts.form.title}</h2>
          <FormSpecimens />
        </section>
        <section>
          <h2>{actions.title}</h2>
          <Actions />
          <div className="panel spruce">
            <Actions isOnSpruce />
          </div>
          <div className="prose">
            <CallToAction heading={actions.call} to={text.link.to} action={actions.primary} />
          </div>
        </section>
        <section>
          <h2>{colors.title}</h2>
          <Surfaces />
          <Contrasts />
        </section>
        <section>
          <h2>{texts.space}</h2>
          <ul className="spaces">
            {spaces.map((space) => (
              <li key={space}>
                <span className="over">{space}</span>
                <span className={`space ${space}`} />
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{texts.rings}</h2>
          <div className="ring-row">
            {["/", page.path, "/events"].map((seed, index) => (
              <CrossSection key={seed} seed={seed} count={22} pages={[30, 55, 80]} lit={index} />
            ))}
          </div>
        </section>
      </div>
    </>
  );
}

/** The blocks that a page of words is built of, but for drawings and still lifes: those would make this page too large. */
function Blocks() {
  const [first] = lists.definitions;
  return (
    <div className="prose">
      <Facts>
        <Fact value={String(sizes.length)} label={texts.sizes} />
        <Fact value={String(spaces.length)} label={texts.space} />
        <Fact value={String(lists.ordered.length)} label={lists.title} />
      </Facts>
      <Steps>
        {lists.ordered.map((title, index) => (
          <Step key={title} title={title} {...(index > 0 && { when: text.over })}>
            {text.lead}
          </Step>
        ))}
      </Steps>
      <Cards>
        {sectionColors.map((color) => (
          <Card key={color} title={color} to={text.link.to} action={actions.primary} color={color}>
            {first?.meaning}
          </Card>
        ))}
      </Cards>
    </div>
  );
}
