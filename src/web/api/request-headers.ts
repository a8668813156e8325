import {
  changeSourceHeader,
  clientIdHeader,
  idempotencyKeyHeader,
  requestedWithHeader,
  requestedWithValue,
} from '#contract/headers.ts'
import type { SessionFacts } from '#web/stores/stored-session.ts'
import { clientId } from './client-id.ts'
import { personHeaders } from './users/person.ts'

/** Header values may contain only Latin letters; other text is percent-encoded. */
const headerText = (value: string) => (/^[\x20-\x7e]*$/.test(value) ? value : encodeURIComponent(value))

/** The specified identity headers, each only if known. The server trusts none of them. */
export const identityHeaders = (facts: SessionFacts): Record<string, string> => {
  const known: Record<string, string | null> = {
    'X-User-ID': facts.userId,
    'X-Tenant-ID': facts.tenantId,
    'X-Tenant-Name': facts.tenantId && facts.tenantName,
    'X-User-Email': facts.email,
    'X-User-Name': facts.name,
    'X-Is-Admin': facts.userId && String(facts.isAdmin),
    'X-Is-Super-Admin': facts.userId && String(facts.isSuperAdmin),
  }
  const stored = Object.entries(known).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(stored.map(([name, value]) => [name, headerText(value)]))
}

/** The other headers of every call: the CSRF proof, the tab, and for writes the source. */
export const callHeaders = (call: {
  writes: boolean
  source: string
  ifMatch?: number
  idempotencyKey?: string
  bearer?: string
}): Record<string, string> => ({
  Accept: 'application/json',
  [requestedWithHeader]: requestedWithValue,
  [clientIdHeader]: clientId,
  ...personHeaders(),
  ...(call.writes && { [changeSourceHeader]: call.source }),
  // A server without versions has nothing to compare.
  ...(call.ifMatch && { 'If-Match': `"${call.ifMatch}"` }),
  ...(call.idempotencyKey && { [idempotencyKeyHeader]: call.idempotencyKey }),
  ...(call.bearer && { Authorization: `Bearer ${call.bearer}` }),
})
