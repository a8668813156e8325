import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendNotFound } from './error-handler.ts'

const yearSeconds = 31_536_000

/** Common paths of probes; the server's own are /api/health and /api/ready. */
const probeName = /^\/(health|healthz|live|livez|liveness|ready|readyz|readiness|metrics|ping|status)\/?$/i
/** Names that begin with a dot are hidden files, and the application has no such files. */
const hasHiddenName = /\/(\.|%2e)/i
const hasFileEnding = /\.[a-z0-9]{1,8}$/i

/**
 * True when an unknown path is answered with the page, which then shows that the path is unknown. A browser asks for
 * text/html. Other clients (a probe, a script, a scanner) get 404, unless they accept anything and the path could be a
 * screen.
 */
const isScreen = ({ method, url, headers }: FastifyRequest): boolean => {
  const path = url.split('?', 1)[0] ?? ''
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/(api|assets)(\/|$)/.test(path) || probeName.test(path) || hasHiddenName.test(path)) return false
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || (accept.includes('*/*') && !hasFileEnding.test(path))
}

/** Serves the built application: hashed files stay cached, others are revalidated; see `isScreen` for unknown paths. */
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
