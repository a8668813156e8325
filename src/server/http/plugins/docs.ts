import type { FastifyInstance } from 'fastify'
import type { Action } from '#contract/actions.ts'
import { actionOf } from '#contract/endpoint.ts'
import { endpoints, type RegisteredEndpoint, type Resource } from '#contract/registry.ts'
import { productName } from '#contract/vocabulary.ts'
import { accessNames } from '#domain/access/access-words.ts'
import { leastAccess } from '#domain/access/rights.ts'
import { refusals } from '../api-refusals.ts'
import { apiTags } from '../api-tags.ts'
import { type ApiOperation, type ApiParameter, apiRules, openApiDocument, openApiPath } from '../openapi.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const inBlock = (text: string): string => `<pre tabindex="0">${text}</pre>`

/** Text with names in backticks. */
const withCode = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** JSON in which each reference to a schema is a link to it. */
const json = (value: unknown): string =>
  escaped(JSON.stringify(value, null, 2)).replaceAll(
    /&quot;(#\/components\/schemas\/(\w+))&quot;/g,
    '&quot;<a href="#schema-$2">$1</a>&quot;',
  )

const shown = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h3>${title}</h3>${inBlock(json(value))}`

/** Who may call, in words. */
const callers: Readonly<Record<Exclude<RegisteredEndpoint['access'], Action>, string>> = {
  public: 'anyone',
  session: 'signed in',
  tenant: 'members',
  superAdmin: 'super admins',
  notificationToken: 'notification token',
  calendarFeed: 'address of the feed',
  apiToken: 'owners of a token',
  device: 'shop-floor device',
}

/** A call that names an action is for those with the right for it; planners may be limited to some work centers. */
const callerWords = (access: RegisteredEndpoint['access']): string => {
  const action = actionOf(access)
  return action === null
    ? ((callers as Readonly<Record<string, string>>)[access] ?? '')
    : `${accessNames[leastAccess(action)].toLowerCase()}s`
}

const exampleOf = ({ requestBody }: ApiOperation): string | null => {
  const example = requestBody?.content['application/json']?.example
  return example === undefined ? null : JSON.stringify(example, null, 2)
}

/** The call as a command for a shell; a quote inside the body is written as '\''. */
const command = (endpoint: RegisteredEndpoint, operation: ApiOperation): string => {
  const { method, takesFile } = endpoint
  const example = exampleOf(operation)
  return [
    `curl${method === 'GET' || takesFile ? '' : ` -X ${method}`} "$SCHEDULER${openApiPath(endpoint)}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(takesFile ? ['-T orders.csv'] : []),
    ...(example === null
      ? []
      : ['-H "Content-Type: application/json"', `-d '${example.replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ')
}

const input = ({ name, in: location, required }: ApiParameter): string =>
  `<label>${escaped(name)}${required ? ' *' : ''} <input name="${location}:${escaped(name)}"${required ? ' required' : ''}></label>`

/** The form of a call, which `/api-docs.js` shows and sends. Without scripts it stays hidden. */
const tryIt = (endpoint: RegisteredEndpoint, operation: ApiOperation): string => {
  const { method, path, summary } = endpoint
  const example = exampleOf(operation)
  const body = operation.requestBody
    ? `<label>Body <textarea name="body" rows="8" spellcheck="false">${escaped(example ?? '{}')}</textarea></label>`
    : ''
  return `<form data-method="${method}" data-path="/api${escaped(path)}" aria-label="Try it: ${escaped(summary)}" hidden>
<h3>Try it</h3>${operation.parameters.map(input).join('\n')}${body}
<button>${method === 'GET' ? 'Send' : 'Send (changes data)'}</button><output></output></form>`
}

/** What a call answers, and with which status it refuses. */
const answers = ({ responses }: ApiOperation): string => {
  const refused = Object.keys(responses).filter((status) => status in refusals)
  const answered = Object.entries(responses).filter(([status]) => status !== 'default' && !(status in refusals))
  return `${shown('Answer', Object.fromEntries(answered))}<p>Refused with <a href="#refusals">${refused.join(', ')}</a></p>`
}

type ApiDocument = ReturnType<typeof openApiDocument>

const entry = (endpoint: RegisteredEndpoint, { paths }: ApiDocument): string => {
  const { name, method, path, summary, access, takesApiTokens, takesFile } = endpoint
  const operation = paths[openApiPath(endpoint)]?.[method.toLowerCase()]
  if (!operation) throw new Error(`The document has no ${name}`)
  const example = takesApiTokens ? `<h3>Example</h3>${inBlock(escaped(command(endpoint, operation)))}` : ''
  return `<details id="${name}"><summary><code><b>${method}</b> /api${escaped(path)}</code> ${escaped(summary)} <i>${callerWords(access)}${takesApiTokens ? ', API token' : ''}</i></summary>
${example}${takesApiTokens && !takesFile ? tryIt(endpoint, operation) : ''}
${operation.parameters.length > 0 ? shown('Parameters', operation.parameters) : ''}${shown('Body', operation.requestBody)}${answers(operation)}</details>`
}

const section = (resource: Resource, document: ApiDocument): string =>
  `<h2>${apiTags[resource].title}</h2><p>${escaped(apiTags[resource].description)}</p>${endpoints
    .filter((endpoint) => endpoint.resource === resource)
    .map((endpoint) => entry(endpoint, document))
    .join('\n')}`

/** The id is inside, because a browser opens the details around the target of a link. */
const schemaEntry = ([name, schema]: [string, unknown]): string =>
  `<details><summary><code>${name}</code></summary><div id="schema-${name}">${inBlock(json(schema))}</div></details>`

const refusalList = (): string =>
  Object.entries(refusals)
    .map(([status, { description }]) => `<li><code>${status}</code> ${withCode(description)}</li>`)
    .join('\n')

const style = `:root { color-scheme: light dark } body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
details { border-bottom: 1px solid #8884; padding: .4rem 0 } summary { cursor: pointer } pre { overflow: auto; font-size: 13px; background: #8881; padding: .6rem; border-radius: 6px; max-height: 30rem }
summary i { opacity: .75 } code b { display: inline-block; min-width: 4.5rem } summary, code { overflow-wrap: anywhere }
form { border: 1px solid #8886; border-radius: 6px; padding: .2rem .8rem .8rem; margin: .8rem 0 } h3 { font-size: 1em } [id^=schema-] { scroll-margin-top: 3rem } form h3 { margin: .4rem 0 } label { display: block; margin: .4rem 0 }
input, textarea { display: block; box-sizing: border-box; width: 100%; font: 13px/1.5 ui-monospace, monospace; padding: .35rem .5rem } button { font: inherit; padding: .35rem .9rem; margin-top: .4rem }
#token { max-width: 34rem }`

const firstCall =
  'export SCHEDULER=https://plan.example.com TOKEN=sch_...\ncurl "$SCHEDULER/api/projects" -H "Authorization: Bearer $TOKEN"'

const clientCommands = 'npx openapi-typescript "$SCHEDULER/api/openapi.json" -o scheduler.ts\nnpm install openapi-fetch'

const clientProgram = `import createClient from 'openapi-fetch'
import type { paths } from './scheduler.ts'

const scheduler = createClient<paths>({
  baseUrl: 'https://plan.example.com',
  headers: { Authorization: 'Bearer sch_...' },
})
const { data: projects } = await scheduler.GET('/api/projects')`

const guide = `<p>Every call of the product, generated from its contract: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<h2>Getting started</h2>
<p>Create a token under <a href="/settings#api-tokens">Settings, API tokens</a>. It works in one organization with the rights of its owner. A token with
the access “Read” changes nothing. Send it with every call; no cookie and no other header is needed:</p>
${inBlock(escaped(firstCall))}
<ul>${apiRules.map((rule) => `<li>${withCode(rule)}</li>`).join('\n')}</ul>
<h2>A typed client</h2>
<p>Generators for most languages read the document, which names every schema. For TypeScript:</p>
${inBlock(escaped(clientCommands))}
${inBlock(escaped(clientProgram))}
<form id="identity" hidden><label>Token for “Try it” <input id="token" type="password" autocomplete="off" placeholder="sch_..."></label>
<p>It stays in this page. Without a token, your own session is used.</p></form>`

const page = (document: ApiDocument): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productName} API</title><style>${style}</style><script src="/api-docs.js" defer></script></head><body><main><h1>${productName} API</h1>
${guide}
${[...new Set(endpoints.map(({ resource }) => resource))].map((resource) => section(resource, document)).join('\n')}
<h2 id="refusals">Refusals</h2><ul>${refusalList()}</ul>
<h2>Schemas</h2>
${Object.entries(document.components.schemas).map(schemaEntry).join('\n')}</main></body></html>`

/** The result of the first call, for all later ones. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Serves `/api/docs`, a page that can be read without scripts, and `/api/openapi.json`. Both are written at the first request.
 * `publicOrigin` is the address that people type; undefined = the document names none.
 */
export const installDocs = (app: FastifyInstance, publicOrigin: string | undefined): void => {
  const origin = publicOrigin === undefined ? null : new URL(publicOrigin).origin
  const documentJson = once(() => JSON.stringify(openApiDocument(origin)))
  const documentPage = once(() => page(openApiDocument(origin)))
  app.get('/api/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(documentJson()))
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(documentPage()))
}
