import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Headers in which a proxy names the original caller. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

const forwardedFor = (headers: IncomingMessage['headers']): string[] =>
  [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/**
 * Network address of a caller: that of the connection or, behind `trustedProxies` proxies, the one that the outermost of
 * them wrote into X-Forwarded-For. Entries further left came from the caller and are ignored. null = unknown: an
 * untrusted proxy is in front, or the proxy names no address.
 */
export const callerAddress = ({ headers, socket }: IncomingMessage, trustedProxies: number): string | null => {
  if (proxyHeaders.every((name) => headers[name] === undefined)) return socket.remoteAddress ?? null
  if (trustedProxies === 0) return null
  const entries = forwardedFor(headers)
  const address = entries.at(-Math.min(trustedProxies, entries.length))
  return address !== undefined && isIP(address) > 0 ? address : null
}

/** `callerAddress` with the settings. It calls `warn` the first time an address is unknown. */
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
