import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Headers by which a proxy says for whom it asks. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

const forwardedFor = (headers: IncomingMessage['headers']): string[] =>
  [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/**
 * Network address of whoever made a request: the connection's, or, behind `trustedProxies` proxies, what the outermost of
 * them wrote into X-Forwarded-For. Entries further left were sent by the caller and decide nothing. null = it cannot be
 * known: a proxy is in front that nobody trusts, or it names no address.
 */
export const callerAddress = ({ headers, socket }: IncomingMessage, trustedProxies: number): string | null => {
  if (proxyHeaders.every((name) => headers[name] === undefined)) return socket.remoteAddress ?? null
  if (trustedProxies === 0) return null
  const entries = forwardedFor(headers)
  const address = entries.at(-Math.min(trustedProxies, entries.length))
  return address !== undefined && isIP(address) > 0 ? address : null
}

/** `callerAddress` with the settings; calls `warn` the first time an address cannot be known. */
export const addressReader = (
  trustedProxies: number,
  warn: (message: string) => void,
): ((request: IncomingMessage) => string | null) => {
  let hasWarned = false
  return (request) => {
    const address = callerAddress(request, trustedProxies)
    if (address === null && !hasWarned) {
      hasWarned = true
      warn(
        `Requests come through a proxy, and TRUSTED_PROXIES is ${trustedProxies}: whom they are from cannot be known, so ` +
          'sign-ins are not limited per address. Set TRUSTED_PROXIES to the number of proxies in front of the server.',
      )
    }
    return address
  }
}
