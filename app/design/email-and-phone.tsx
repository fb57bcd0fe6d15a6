import site from "#content/site.yaml";

interface LinkProps {
  className?: string;
}

export function EmailLink({ className }: LinkProps) {
  return (
    <a className={className} href={`mailto:${site.email}`}>
      {site.email}
    </a>
  );
}

export function PhoneLink({ className }: LinkProps) {
  return (
    <a className={className} href={`tel:${site.phone.replace(/[^+\d]/g, "")}`}>
      {site.phone}
    </a>
  );
}
