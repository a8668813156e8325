/**
 * Caches the shop-floor page for tablets with an unreliable network: the page itself from the network first, its files
 * from the cache, because their names change with their contents. API calls are not intercepted.
 */
interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Scope {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { readonly data: unknown }) => void): void
}

const scope = globalThis as unknown as Scope
const page = '/floor'
/** A network that takes longer to answer counts as offline. */
const patienceMs = 4_000

const openCache = () => caches.open('floor')

const fetchAndKeep = async (request: Request | string, key: string): Promise<Response> => {
  const answer = await fetch(request)
  if (answer.ok) await (await openCache()).put(key, answer.clone())
  return answer
}

const kept = async (key: string): Promise<Response | null> => (await (await openCache()).match(key)) ?? null

const late = (): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), patienceMs))

/** From the network, unless that takes too long or fails; then from the cache. */
const networkFirst = async (request: Request, key: string): Promise<Response> => {
  const fresh = fetchAndKeep(request, key)
  const answer = await Promise.race([fresh.catch(() => null), late()])
  return answer ?? (await kept(key)) ?? fresh
}

const cacheFirst = async (request: Request, key: string): Promise<Response> =>
  (await kept(key)) ?? fetchAndKeep(request, key)

/** Caches the page and its files, and removes files of earlier releases. */
const keepFiles = async (files: readonly string[]): Promise<void> => {
  const cache = await openCache()
  const wanted = new Set([page, ...files])
  for (const { url } of await cache.keys()) if (!wanted.has(new URL(url).pathname)) await cache.delete(url)
  const missing = await Promise.all([...wanted].map(async (file) => ((await cache.match(file)) ? null : file)))
  await Promise.all(missing.filter((file) => file !== null).map((file) => fetchAndKeep(file, file)))
}

const filesIn = (data: unknown): string[] => {
  const { files } = data as { files?: unknown }
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : []
}

scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
scope.addEventListener('message', (event) => event.waitUntil(keepFiles(filesIn(event.data))))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(networkFirst(request, page))
  else if (pathname.startsWith('/assets/')) event.respondWith(cacheFirst(request, pathname))
  else event.respondWith(networkFirst(request, pathname))
})
