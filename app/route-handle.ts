/** What a route module may say of itself to the server, as its export `handle`. */
export interface RouteHandle {
  /** The page depends on the query; without it the page is the same for every query. */
  readsQuery?: boolean;
  /** What a route for any address answers; other addresses have no page. */
  addresses?: () => string[];
}
