import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendNotFound } from './error-handler.ts'

const yearSeconds = 31_536_000

/** Whether a path belongs to the application's own screens, which the browser draws. */
const isScreen = (method: string, url: string): boolean => {
  const path = url.split('?', 1)[0] ?? ''
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|$)/.test(path)
}

/** Serves the built application: hashed files for ever, everything else fresh, unknown screens as index.html. */
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
    index && isScreen(request.method, request.url) ? reply.sendFile('index.html') : sendNotFound(request, reply),
  )
}
