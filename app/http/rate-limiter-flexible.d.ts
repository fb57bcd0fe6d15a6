/** The library's documented base class for stores of one's own, which its index does not export. */
declare module "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js" {
  import type { RateLimiterRes } from "rate-limiter-flexible";

  export default class RateLimiterStoreAbstract {
    readonly points: number;
    constructor(options: { points: number; duration: number; keyPrefix: string });
    /** @throws RateLimiterRes when no points are left */
    consume(key: string, points?: number, options?: object): Promise<RateLimiterRes>;
  }
}
