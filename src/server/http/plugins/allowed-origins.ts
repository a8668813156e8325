/** Origins that may call across sites: the configured ones, compared as a whole. Nothing is derived from a request. */
export const crossOrigins = (configured: readonly string[]): ReadonlySet<string> =>
  new Set(configured.map((url) => new URL(url).origin))

/**
 * Decides whether a change may come from an origin: our own or a configured one. Our own origin is PUBLIC_ORIGIN; until
 * that is set, it is the host that the browser addressed.
 */
export const originChecker = (
  publicOrigin: string | undefined,
  configured: readonly string[],
): ((origin: string, host: string | undefined) => boolean) => {
  const others = crossOrigins(configured)
  const own = publicOrigin === undefined ? null : new URL(publicOrigin).origin
  return (origin, host) => {
    if (others.has(origin)) return true
    if (own !== null) return origin === own
    return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
  }
}
