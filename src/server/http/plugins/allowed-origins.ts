/** Origins that may call across sites: those configured, compared whole. Nothing is derived from a request. */
export const crossOrigins = (configured: readonly string[]): ReadonlySet<string> =>
  new Set(configured.map((url) => new URL(url).origin))

/**
 * Whether a change may come from an origin: our own, or a configured one. Our own is PUBLIC_ORIGIN; until that is set,
 * the one the browser addressed.
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
