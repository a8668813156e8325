import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/registry.ts'
import { productName } from '#contract/vocabulary.ts'
import { openApiDocument } from '../openapi.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const shown = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h4>${title}</h4><pre>${escaped(JSON.stringify(value, null, 2))}</pre>`

interface Operation {
  readonly operationId: string
  readonly parameters: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses: unknown
}

const section = (resource: string): string => {
  const { paths } = openApiDocument()
  const entries = endpoints
    .filter((endpoint) => endpoint.resource === resource)
    .map(({ method, path, summary, access }) => {
      const operation = paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()] as Operation
      return `<details><summary><code><b>${method}</b> /api${escaped(path)}</code> ${escaped(summary)} <i>${access}</i></summary>
${operation.parameters.length > 0 ? shown('Parameters', operation.parameters) : ''}${shown('Body', operation.requestBody)}${shown('Answers', operation.responses)}</details>`
    })
  return `<h2>${resource}</h2>${entries.join('\n')}`
}

const page = (): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productName} interface</title><style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
details { border-bottom: 1px solid #8884; padding: .4rem 0 } summary { cursor: pointer } pre { overflow: auto; font-size: 13px }
i { opacity: .7 } code b { display: inline-block; min-width: 4.5rem }
</style></head><body><h1>${productName} interface</h1>
<p>Every call of the product, generated from its contract: <a href="/api/openapi.json">openapi.json</a>. Names are answered in
camelCase and read in camelCase, PascalCase and snake_case. Calls that change something need <code>X-Requested-With</code>.</p>
${[...new Set(endpoints.map(({ resource }) => resource))].map(section).join('\n')}</body></html>`

/** Serves `/api/docs`, a page without scripts, and `/api/openapi.json`. */
export const installDocs = (app: FastifyInstance): void => {
  app.get('/api/openapi.json', async () => openApiDocument())
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
}
