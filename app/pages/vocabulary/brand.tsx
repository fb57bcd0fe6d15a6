import type { ReactNode } from "react";
import site from "#content/site.yaml";

export function Name() {
  return site.name;
}

export function Product() {
  return site.product;
}

export { EmailLink as Email, PhoneLink as Phone } from "#app/design/email-and-phone.tsx";

export function PostalAddress() {
  const { street, city, region, postalCode, country } = site.address;
  return (
    <address>
      {site.name}
      <br />
      {street}
      <br />
      {city}, {region} {postalCode}
      <br />
      {country}
    </address>
  );
}

/** A call to action that leads to another site, by its name under `links` in content/site.yaml. */
export function SiteAction({ name, children }: { name: keyof typeof site.links; children: ReactNode }) {
  return (
    <p className="site-action">
      <a className="button" href={addressOf(name)} rel="noopener">
        {children} <span aria-hidden="true">↗</span>
      </a>
    </p>
  );
}

/** A link to another site, by its name under `links` in content/site.yaml. */
export function SiteLink({ name, children }: { name: keyof typeof site.links; children: ReactNode }) {
  return (
    <a href={addressOf(name)} rel="noopener">
      {children}
    </a>
  );
}

/** Fails the build, where the page is rendered. */
function addressOf(name: keyof typeof site.links): string {
  const link = site.links[name];
  if (!link) throw new Error(`A page leads to ${name}; write it under links in content/site.yaml.`);
  return link.url;
}
