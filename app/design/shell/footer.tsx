import navigation from "#content/navigation.yaml";
import site from "#content/site.yaml";
import { EmailLink } from "../email-and-phone.tsx";
import { BrandMark } from "./brand-mark.tsx";

const listed = new Set(navigation.footer.flatMap((group) => group.links.map((link) => link.to)));
/** The header's pages that no group of the footer has: with them the footer is the site map. */
const others = navigation.header.flatMap((group) => group.links.filter((link) => !listed.has(link.to)));

/** Plain links to every page, for visitors whose browser cannot show the header's menus. */
export function Footer({ year }: { year: number }) {
  const { street, city, region, postalCode } = site.address;
  return (
    <footer className="site-footer spruce" id="site-map">
      <div className="wrap">
        <div className="imprint">
          <a className="brand" href="/">
            <BrandMark />
            {site.name}
          </a>
          <p>{site.description}</p>
          <address>
            <EmailLink />
            <br />
            {street}
            <br />
            {`${city}, ${region} ${postalCode}`}
          </address>
        </div>
        {[...navigation.footer, { label: navigation.words.more, links: others }].map((group) => (
          <nav key={group.label} aria-label={`${navigation.words.footer}: ${group.label}`}>
            <h2>{group.label}</h2>
            <ul>
              {group.links.map((link) => (
                <li key={link.to}>
                  <a href={link.to}>{link.label}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <p className="colophon">
          <span>{navigation.words.copyright.replace("{year}", String(year))}</span>
          {site.networks.map(({ label, url }) => (
            <a key={url} href={url} rel="noopener">
              {label}
            </a>
          ))}
        </p>
      </div>
    </footer>
  );
}
