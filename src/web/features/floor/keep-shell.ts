import workerUrl from './floor.worker.ts?worker&url'

/** The files of this page from our own origin, without API answers. */
const shellFiles = (): string[] => {
  const own = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const isShell = ({ origin, pathname }: URL) => origin === location.origin && !pathname.startsWith('/api/')
  return [...new Set(own.filter(isShell).map(({ pathname }) => pathname))]
}

/**
 * Caches the shop-floor page in the browser, so that it opens without a network. Only on `/floor`, and only in the
 * built product, because the worker of a development server has another address.
 */
export const keepShell = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const keep = async () => {
    await navigator.serviceWorker.register(workerUrl, { scope: '/floor' })
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage({ files: shellFiles() })
  }
  // Without the cache the page works as long as there is a network.
  keep().catch(() => {})
}
