/** What a route module may say of itself to the server, as its export `handle`. */
export interface RouteHandle {
  /** The page shows the reference that is in the query; without it the page is the same for every query. */
  showsReference?: boolean;
  /** What a route for any address answers; other addresses have no page. */
  addresses?: () => string[];
}
