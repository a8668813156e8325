import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendNotFound } from './error-handler.ts'

const yearSeconds = 31_536_000

/** What probes ask for by habit; the server's own are /api/health and /api/ready. */
const probeName = /^\/(health|healthz|live|livez|liveness|ready|readyz|readiness|metrics|ping|status)\/?$/i
/** Names that begin with a dot are hidden files, which the application has none of. */
const hasHiddenName = /\/(\.|%2e)/i
const hasFileEnding = /\.[a-z0-9]{1,8}$/i

/**
 * Whether an unknown path is answered with the page, which leads a person on from wherever it does not know. A browser
 * that is led there names text/html; whoever does not (a probe, a script, a scanner) hears 404, unless it takes anything
 * and the path could be a screen.
 */
const isScreen = ({ method, url, headers }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0] ?? ''
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/(api|assets)(\/|$)/.test(path) || probeName.test(path) || hasHiddenName.test(path)) return false
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || (accept.includes('*/*') && !hasFileEnding.test(path))
}

/** Serves the built application: hashed files for ever, everything else fresh, unknown paths as `isScreen` says. */
export const installStaticSite = async (app: FastifyInstance, siteRoot: string | null): Promise<void> => {
  const index = siteRoot !== null && existsSync(join(siteRoot, 'index.html'))
  if (siteRoot !== null && index) {
    await app.register(fastifyStatic, {
      root: siteRoot,
      wildcard: false,
      preCompressed: true,
      index: 'index.html',
      globIgnore: ['.vite/**'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/')
        reply.header('Cache-Control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) =>
    index && isScreen(request) ? reply.sendFile('index.html') : sendNotFound(request, reply),
  )
}
