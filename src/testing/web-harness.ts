import type { FastifyInstance } from 'fastify'
import { localStore, sessionStore } from '#web/stores/safe-storage.ts'
import { rereadSession } from '#web/stores/session.ts'
import type { Actor } from './builders/build-user.ts'
import { closeSockets } from './closed-socket.ts'

/** Answers a call in place of the server; null passes the call through. */
export type Interference = (method: string, path: string) => Response | null | Promise<Response | null>

export interface TestAnswerText {
  readonly status: number
  readonly body: string | null
}

/** Changes the server's answer; null leaves it unchanged. */
export type Alteration = (method: string, path: string, text: string) => TestAnswerText | null

export interface TestBrowser {
  /** Cookies as a browser would store them. */
  readonly cookies: Map<string, string>
  /** Calls so far: 'GET /api/projects'. */
  readonly calls: string[]
  /** Headers of the last call, in lower case. */
  readonly lastHeaders: () => Record<string, string>
  /** Body of the last call with this name ('PUT /api/user/settings') that had one. */
  readonly lastBody: (call: string) => unknown
  /** Makes `interfere` answer calls from now on. */
  interfere: (interference: Interference) => void
  /** Makes `alter` change the server's answers from now on. */
  alter: (alteration: Alteration) => void
}

const host = 'localhost:3001'

/** Answers the client's calls in place of a server. */
export const setFetch = (fetchLike: typeof fetch): void => {
  globalThis.fetch = fetchLike
}

/** Sends the client's calls to `app` in this process, with a cookie jar and the headers that a browser would add. */
export const useServer = (app: FastifyInstance, actor: Actor | null = null): TestBrowser => {
  const cookies = new Map<string, string>()
  const calls: string[] = []
  let headersOfLast: Record<string, string> = {}
  const bodies = new Map<string, unknown>()
  let interference: Interference = () => null
  let alteration: Alteration = () => null
  closeSockets()
  if (actor?.sessionSecret) cookies.set('__Host-sid', actor.sessionSecret)

  setFetch(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    calls.push(`${request.method} ${pathname}`)
    headersOfLast = Object.fromEntries(request.headers)
    const payload = request.method === 'GET' ? undefined : await request.text()
    if (payload) bodies.set(`${request.method} ${pathname}`, JSON.parse(payload))
    const instead = await interference(request.method, pathname)
    if (instead) return instead
    const answer = await app.inject({
      method: request.method as 'GET',
      url: `${pathname}${search}`,
      headers: {
        ...headersOfLast,
        host,
        origin: `http://${host}`,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      payload,
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
      if (actor && name === '__Host-sid') actor.sessionSecret = value || null
    }
    const altered = alteration(request.method, pathname, answer.body)
    if (altered) return new Response(altered.body, { status: altered.status })
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    const empty = [204, 304].includes(answer.statusCode)
    return new Response(empty ? null : answer.body, { status: answer.statusCode, headers })
  })

  return {
    cookies,
    calls,
    lastHeaders: () => headersOfLast,
    lastBody: (call) => bodies.get(call) ?? null,
    interfere: (next) => {
      interference = next
    },
    alter: (next) => {
      alteration = next
    },
  }
}

/** Clears both storages, then stores the given values; the session store reads them like a new tab. */
export const openTab = (stored: { local?: Record<string, string>; session?: Record<string, string> } = {}): void => {
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of Object.entries(stored.local ?? {})) localStore.set(key, value)
  for (const [key, value] of Object.entries(stored.session ?? {})) sessionStore.set(key, value)
  rereadSession()
}

/** Browser storage after `actor` has signed in. */
export const storedFor = (
  actor: Actor,
  tenant: { tenantId: string; name: string } | null,
  flags: Record<string, string> = {},
) => ({
  local: {
    userId: actor.userId,
    userEmail: actor.email,
    name: actor.name,
    ...(tenant && { currentTenantId: tenant.tenantId, currentTenantName: tenant.name }),
    ...flags,
  },
})
