import { data } from "react-router";

/** Any address that no other route knows: the root's error boundary shows the page, the server logs the address. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
