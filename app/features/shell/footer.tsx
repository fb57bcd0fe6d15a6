import navigation from "#content/navigation.yaml";
import site from "#content/site.yaml";
import { BrandMark } from "./brand-mark.tsx";

export function Footer({ year }: { year: number }) {
  const network = site.links.professionalNetwork;
  return (
    <footer className="site-footer spruce">
      <div className="wrap">
        <a className="brand" href="/">
          <BrandMark />
          {site.name}
        </a>
        {navigation.footer.map((group) => (
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
          <a href={network.url} rel="noopener">
            {network.label}
          </a>
        </p>
      </div>
    </footer>
  );
}
