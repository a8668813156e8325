import type { FastifyInstance } from 'fastify'
import type { Action } from '#contract/actions.ts'
import { actionOf } from '#contract/endpoint.ts'
import { endpoints, type RegisteredEndpoint } from '#contract/registry.ts'
import { productName } from '#contract/vocabulary.ts'
import { accessNames } from '#domain/access/access-words.ts'
import { leastAccess } from '#domain/access/rights.ts'
import { openApiDocument } from '../openapi.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const inBlock = (text: string): string => `<pre tabindex="0">${escaped(text)}</pre>`

const shown = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h4>${title}</h4>${inBlock(JSON.stringify(value, null, 2))}`

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
}

interface Operation {
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly example?: unknown } } }
  readonly responses: unknown
}

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

const exampleOf = ({ requestBody }: Operation): string | null => {
  const example = requestBody?.content['application/json']?.example
  return example === undefined ? null : JSON.stringify(example, null, 2)
}

/** The call as a command for a shell; a quote inside the body is written as '\''. */
const command = ({ method, path }: RegisteredEndpoint, operation: Operation): string => {
  const example = exampleOf(operation)
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$SCHEDULER/api${path.replaceAll(/:(\w+)/g, '{$1}')}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(example === null
      ? []
      : ['-H "Content-Type: application/json"', `-d '${example.replaceAll("'", String.raw`'\''`)}'`]),
  ].join(' \\\n  ')
}

const input = ({ name, in: location, required }: Parameter): string =>
  `<label>${escaped(name)}${required ? ' *' : ''} <input name="${location}:${escaped(name)}"${required ? ' required' : ''}></label>`

/** The form of a call, which `/api-docs.js` shows and sends. Without scripts it stays hidden. */
const tryIt = (endpoint: RegisteredEndpoint, operation: Operation): string => {
  const { method, path, summary } = endpoint
  const example = exampleOf(operation)
  const body = operation.requestBody
    ? `<label>Body <textarea name="body" rows="8" spellcheck="false">${escaped(example ?? '{}')}</textarea></label>`
    : ''
  return `<form data-method="${method}" data-path="/api${escaped(path)}" aria-label="Try it: ${escaped(summary)}" hidden>
<h4>Try it</h4>${operation.parameters.map(input).join('\n')}${body}
<button>${method === 'GET' ? 'Send' : 'Send (changes data)'}</button><output></output></form>`
}

const entry = (endpoint: RegisteredEndpoint): string => {
  const { name, method, path, summary, access, takesApiTokens } = endpoint
  const { paths } = openApiDocument()
  const operation = paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()] as Operation
  const example = takesApiTokens ? `<h4>Example</h4>${inBlock(command(endpoint, operation))}` : ''
  return `<details id="${name}"><summary><code><b>${method}</b> /api${escaped(path)}</code> ${escaped(summary)} <i>${callerWords(access)}${takesApiTokens ? ', API token' : ''}</i></summary>
${example}${takesApiTokens ? tryIt(endpoint, operation) : ''}
${operation.parameters.length > 0 ? shown('Parameters', operation.parameters) : ''}${shown('Body', operation.requestBody)}${shown('Answers', operation.responses)}</details>`
}

const section = (resource: string): string =>
  `<h2>${resource}</h2>${endpoints
    .filter((endpoint) => endpoint.resource === resource)
    .map(entry)
    .join('\n')}`

const style = `:root { color-scheme: light dark } body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
details { border-bottom: 1px solid #8884; padding: .4rem 0 } summary { cursor: pointer } pre { overflow: auto; font-size: 13px; background: #8881; padding: .6rem; border-radius: 6px; max-height: 30rem }
summary i { opacity: .75 } code b { display: inline-block; min-width: 4.5rem } summary, code { overflow-wrap: anywhere }
form { border: 1px solid #8886; border-radius: 6px; padding: .2rem .8rem .8rem; margin: .8rem 0 } form h4 { margin: .4rem 0 } label { display: block; margin: .4rem 0 }
input, textarea { display: block; box-sizing: border-box; width: 100%; font: 13px/1.5 ui-monospace, monospace; padding: .35rem .5rem } button { font: inherit; padding: .35rem .9rem; margin-top: .4rem }
#token { max-width: 34rem }`

const guide = `<p>Every call of the product, generated from its contract: <a href="/api/openapi.json">openapi.json</a>.</p>
<h2>Getting started</h2>
<p>Create a token under <a href="/settings#api-tokens">Settings, API tokens</a>. It works in one organization with the rights of its owner. A token with
the access “Read” changes nothing. Send it with every call; no cookie and no other header is needed:</p>
${inBlock('SCHEDULER=https://plan.example.com\nTOKEN=sch_...\ncurl "$SCHEDULER/api/projects" -H "Authorization: Bearer $TOKEN"')}
<ul><li>Bodies are JSON. Names are answered in camelCase and read in camelCase, PascalCase and snake_case.</li>
<li><code>Idempotency-Key</code> on a POST: the same key and body within 24 hours give the same answer and one effect.</li>
<li><code>If-Match</code> with the version of a record: the change is refused with 412 when somebody changed the record since.</li>
<li>Every error is <code>{ error, code, requestId }</code>. After 429 and 503, wait as long as <code>Retry-After</code> says.</li>
<li>Webhooks, which admins create under Admin, Settings, send <code>{ id, event, at, tenantId, data }</code>, signed as Standard Webhooks.</li>
<li>Calls with a session instead of a token need <code>X-Requested-With</code> when they change something.</li></ul>
<form id="identity" hidden><label>Token for “Try it” <input id="token" type="password" autocomplete="off" placeholder="sch_..."></label>
<p>It stays in this page. Without a token, your own session is used.</p></form>`

const page = (): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${productName} API</title><style>${style}</style><script src="/api-docs.js" defer></script></head><body><main><h1>${productName} API</h1>
${guide}
${[...new Set(endpoints.map(({ resource }) => resource))].map(section).join('\n')}</main></body></html>`

/** Serves `/api/docs`, a page that can be read without scripts, and `/api/openapi.json`. */
export const installDocs = (app: FastifyInstance): void => {
  app.get('/api/openapi.json', async () => openApiDocument())
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page()))
}
