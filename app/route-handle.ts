/** What a route module may ask of the root layout, as its export `handle`. */
export interface RouteHandle {
  /** The page needs React in the browser; without it a page ships no script files. */
  hydrate?: boolean;
  /** The page depends on the query; without it the page is the same for every query. */
  readsQuery?: boolean;
}
