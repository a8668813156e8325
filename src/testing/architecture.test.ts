import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'
import { readSources, type SourceFile } from './read-sources.ts'

const sources = readSources()
const isTest = ({ path }: SourceFile) =>
  /\.(test|e2e)\.tsx?$/.test(path) || path.startsWith('src/testing/') || path.startsWith('e2e/')
const product = sources.filter((source) => !isTest(source))
const under = (folder: string) => product.filter(({ path }) => path.startsWith(folder))

/** Package of a specifier: `@scope/name` or `name`; null for files of this repository. */
const packageOf = (specifier: string): string | null => {
  if (specifier.startsWith('src/') || specifier.startsWith('e2e/') || specifier.startsWith('node_modules/')) return null
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier)
}

const offences = (files: readonly SourceFile[], isWrong: (imported: string, file: SourceFile) => boolean): string[] =>
  files.flatMap((file) =>
    file.imports.filter((imported) => isWrong(imported, file)).map((imported) => `${file.path} -> ${imported}`),
  )

/** The top-level folders and what each may import (see `src/README.md`). */
const arrows: Record<string, readonly string[]> = {
  contract: ['contract'],
  domain: ['contract', 'domain'],
  server: ['contract', 'domain', 'server'],
  web: ['contract', 'domain', 'web'],
}

describe('imports between floors', () => {
  it.each(Object.entries(arrows))('%s imports only from allowed folders', (floor, allowed) => {
    const wrong = offences(under(`src/${floor}/`), (imported) => {
      const target = imported.match(/^src\/([^/]+)\//)?.[1]
      return target !== undefined && !allowed.includes(target)
    })
    expect(wrong).toEqual([])
  })

  it('journeys import no product code, because they use the product only over HTTP', () => {
    const journeys = sources.filter(({ path }) => path.startsWith('e2e/'))
    expect(offences(journeys, (imported) => /^src\/(server|web|domain)\//.test(imported))).toEqual([])
  })
})

/** Which folders may use a package; all others may not. */
const packageFolders: [packages: readonly string[], folders: readonly string[]][] = [
  [['luxon'], ['src/domain/time/', 'src/web/lib/format-date.ts']],
  [['ky'], ['src/web/api/client.ts']],
  [['sonner'], ['src/web/ui/toast.ts', 'src/web/ui/toast.tsx', 'src/web/ui/toaster.tsx']],
  [['cmdk'], ['src/web/features/command-palette/']],
  [
    [
      '@radix-ui/react-dialog',
      '@radix-ui/react-popover',
      '@radix-ui/react-dropdown-menu',
      '@radix-ui/react-tooltip',
      '@radix-ui/react-slider',
    ],
    ['src/web/ui/'],
  ],
  [
    ['drizzle-orm', 'drizzle-kit'],
    ['src/server/db/', 'src/server/services/', 'src/server/seed/'],
  ],
  [['@electric-sql/pglite', 'pg'], ['src/server/db/']],
  [
    ['fastify', '@fastify/cookie', '@fastify/static', '@fastify/compress', '@fastify/swagger', '@fastify/swagger-ui'],
    ['src/server/http/', 'src/server/app.ts', 'src/server/main.ts'],
  ],
  [['@modelcontextprotocol/server'], ['src/server/http/mcp/']],
  [['sax'], ['src/server/files/xml-events.ts']],
  [['nodemailer'], ['src/server/jobs/smtp-transport.ts']],
  [['openid-client', 'oauth4webapi', 'jose'], ['src/server/identity-provider.ts']],
  [['prom-client'], ['src/server/metrics.ts']],
  [
    ['api', 'core', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map((name) => `@opentelemetry/${name}`),
    ['src/server/tracing.ts'],
  ],
  [['ws', '@fastify/websocket'], ['src/server/live/']],
  [['zustand'], ['src/web/stores/app-store.ts', 'src/web/features/schedule/']],
]

describe('the packages that a folder may import', () => {
  it.each(packageFolders)('only the listed folders import %s', (packages, folders) => {
    const wrong = offences(product, (imported, file) => {
      const name = packageOf(imported)
      return name !== null && packages.includes(name) && !folders.some((folder) => file.path.startsWith(folder))
    })
    expect(wrong).toEqual([])
  })

  it('contract imports only zod, and domain only luxon', () => {
    expect(offences(under('src/contract/'), (imported) => ![null, 'zod'].includes(packageOf(imported)))).toEqual([])
    expect(offences(under('src/domain/'), (imported) => ![null, 'luxon'].includes(packageOf(imported)))).toEqual([])
  })

  it('the browser code never imports node', () => {
    expect(offences(under('src/web/'), (imported) => imported.startsWith('node:'))).toEqual([])
  })
})

/**
 * The folders of services, each after those it may import: what all writes share, people, the shop, the work and its
 * plan, and views of all of them.
 */
const serviceOrder: readonly string[] = [
  'records',
  'credentials',
  'sessions',
  'api-tokens',
  'users',
  'tenants',
  'auth',
  'access-requests',
  'admin',
  'webhooks',
  'history',
  'notifications',
  'shifts',
  'holidays',
  'scheduling',
  'work-time',
  'categories',
  'learned',
  'forecasts',
  'operations',
  'projects',
  'routing-templates',
  'operation-lists',
  'bulk-operations',
  'scheduling-runs',
  'changes',
  'proposals',
  'promise-date',
  'morning-plan',
  'imports',
  'exchanges',
  'data-sources',
  'scheduled-exports',
  'analytics',
  'schedule',
  'dashboard',
  'saved-views',
  'search',
  'assistants',
  'calendar-feeds',
  'status-links',
  'sample-shop',
  'floor',
  'mail',
]
const serviceOf = (path: string) => path.match(/^src\/server\/services\/([^/]+)\//)?.[1]

describe('inside the server', () => {
  it('http imports services, but not the database, jobs, the socket or the demo', () => {
    expect(
      offences(under('src/server/http/'), (imported) => /^src\/server\/(db|jobs|live|seed)\//.test(imported)),
    ).toEqual([])
  })

  it('every folder of services has a position in the order', () => {
    const folders = readdirSync(join(import.meta.dirname, '../server/services'))
    expect(folders.toSorted()).toEqual(serviceOrder.toSorted())
  })

  it('services import each other in one direction only', () => {
    const place = (folder: string) => serviceOrder.indexOf(folder)
    const wrong = offences(under('src/server/services/'), (imported, file) => {
      const from = serviceOf(file.path)
      const to = serviceOf(imported)
      return from !== undefined && to !== undefined && place(to) > place(from)
    })
    expect(wrong).toEqual([])
  })

  it('services import nothing from http, jobs or live', () => {
    expect(
      offences(under('src/server/services/'), (imported) => /^src\/server\/(http|jobs|live)\//.test(imported)),
    ).toEqual([])
  })

  it('db imports nothing from higher layers', () => {
    expect(
      offences(under('src/server/db/'), (imported) => /^src\/server\/(http|jobs|live|services)\//.test(imported)),
    ).toEqual([])
  })

  it('only env.ts reads the environment', () => {
    const readers = under('src/server/').filter(
      ({ path, text }) => path !== 'src/server/env.ts' && /process\.env\b/.test(text),
    )
    expect(readers.map(({ path }) => path).filter((path) => !path.startsWith('src/server/cli/'))).toEqual([])
  })

  it('only one file sends requests, which callers limit to the hosts in the settings', () => {
    const asks =
      /\bfetch\(|'undici'|'node:(https|http2|tls|dgram|dns)|import \{[^}]*\b(request|get|connect|createConnection)\b[^}]*\} from 'node:(http|net)'/
    const asking = [...under('src/server/'), ...under('src/domain/'), ...under('src/contract/')].filter(({ text }) =>
      asks.test(text),
    )
    expect(asking.map(({ path }) => path)).toEqual(['src/server/exchange/send-request.ts'])
  })

  it('the database computes no days, because it may not know every zone that an organization can choose', () => {
    const found = under('src/server/').flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (/\bat time zone (?!'UTC')/i.test(line) ? [`${path}: ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })

  it('a tenant context is created only from a session, a ticket, a device or a job row', () => {
    const minters = under('src/server/')
      .filter(({ path, text }) => path !== 'src/server/context.ts' && /\bmint(Tenant|Device)Context\b/.test(text))
      .map(({ path }) => path)
    for (const path of minters) expect(path).toMatch(/^src\/server\/(http|jobs|live|seed)\//)
  })
})

/** The parts of the schedule that know the router and the server: the page, and the side panel with its forms and links. */
const schedulePage = /^src\/web\/features\/schedule\/(page|panel)\//

/** These files and everything that they import, directly or indirectly. */
const reachedFrom = (files: readonly SourceFile[]): SourceFile[] => {
  const byPath = new Map(product.map((file) => [file.path, file]))
  const reached = new Set(files)
  for (const file of reached) {
    for (const imported of file.imports) {
      const next = byPath.get(imported)
      if (next) reached.add(next)
    }
  }
  return [...reached]
}

describe('inside the browser', () => {
  it('ui imports neither contract, router nor query', () => {
    const wrong = offences(under('src/web/ui/'), (imported) =>
      /^src\/(contract|domain)\/|^src\/web\/(?!ui|lib)|@tanstack\/react-(router|query)|^zustand/.test(imported),
    )
    expect(wrong).toEqual([])
  })

  it('features never import each other', () => {
    const feature = (path: string) => path.match(/^src\/web\/features\/([^/]+)\//)?.[1]
    const wrong = offences(under('src/web/features/'), (imported, file) => {
      const target = feature(imported)
      return target !== undefined && target !== feature(file.path)
    })
    expect(wrong).toEqual([])
  })

  it('the Gantt, the Timeline and their store are independent of router and query, directly and indirectly', () => {
    const alone = under('src/web/features/schedule/').filter(({ path }) => !schedulePage.test(path))
    expect(alone.length).toBeGreaterThan(80)
    const server = /^src\/web\/(api|live|stores)\//
    expect(offences(alone, (imported) => schedulePage.test(imported) || server.test(imported))).toEqual([])
    expect(offences(reachedFrom(alone), (imported) => /^@tanstack\/react-(router|query)/.test(imported))).toEqual([])
  })

  it('every form is created from a contract schema: only components/form calls the form library', () => {
    const own = under('src/web/').filter(
      ({ path, text }) => !path.startsWith('src/web/components/form/') && /\buseForm\b/.test(text),
    )
    expect(own.map(({ path }) => path)).toEqual([])
  })

  it('every lazy part waits for a connection: only lazyPart calls React.lazy', () => {
    const own = under('src/web/').filter(({ path, text }) => !path.endsWith('/lazy-part.ts') && /\blazy\(/.test(text))
    expect(own.map(({ path }) => path)).toEqual([])
  })

  it('nothing below the routes imports a route', () => {
    expect(
      offences(
        under('src/web/').filter(({ path }) => !/^src\/web\/(routes|app|main)/.test(path)),
        (imported) => imported.startsWith('src/web/routes/'),
      ),
    ).toEqual([])
  })

  it('every page of an organization has a loader, so that its data is requested before it renders', () => {
    const without = under('src/web/routes/_authenticated/_tenant/').filter(({ text }) => !/^ {2}loader: /m.test(text))
    expect(without.map(({ path }) => path)).toEqual([])
  })

  it('a route file has at most 35 lines', () => {
    const long = under('src/web/routes/').filter(({ lineCount }) => lineCount > 35)
    expect(long.map(({ path, lineCount }) => `${path}: ${lineCount}`)).toEqual([])
  })
})

/** Files that use the organization's own zone on purpose: its settings, its shifts, the end of its ship dates, its files, its devices. */
const namesOrganizationZone = [
  'components/reader/',
  'lib/zoned-time.ts',
  'lib/browser-zone.ts',
  'api/plain-server.ts',
  'features/admin/settings/',
  'features/tenants/',
  'components/proposals/',
  'features/proposals/',
  'features/working-time/shifts/year-preview.tsx',
  'features/working-time/working-time-frame.tsx',
  'features/project-details/project-details-screen.tsx',
  'features/project-details/strip/closed-spans.ts',
  'features/schedule/model/',
  'features/schedule/out/',
  'features/dashboard/first-steps.tsx',
  'features/floor/',
].map((path) => `src/web/${path}`)

describe('the one zone of all dates on the screens', () => {
  const lookFor = (pattern: RegExp, allowed: readonly string[]) =>
    under('src/web/')
      .filter(({ path, text }) => !allowed.some((start) => path.startsWith(start)) && pattern.test(codeOf(text)))
      .map(({ path }) => path)

  it('one rule chooses the zone: only browserZone asks the browser for its zone', () => {
    expect(lookFor(/resolvedOptions\(\)\.timeZone/, ['src/web/lib/browser-zone.ts'])).toEqual([])
  })

  it('no other zone is used to write a date; a shop-floor device has no reader', () => {
    const replaced = /\{\s*\.\.\.\w*(dates|settings|format)\w*(\(\))?,[^{}]*\bzone\b/i
    expect(replaced.test("formatTime(at, { ...dates, zone: 'UTC' })")).toBe(true)
    expect(lookFor(replaced, ['src/web/lib/format-date.ts', 'src/web/features/floor/floor-work.tsx'])).toEqual([])
  })

  it("the organization's zone is not used for a reader who has chosen another one", () => {
    expect(lookFor(/\btimeZone\b/, namesOrganizationZone)).toEqual([])
  })
})

/** Reviewers expect files of at most 400 lines and functions of at most 80. These limits only stop extreme cases. */
const mostLinesOfFile = 600
const mostLinesOfFunction = 120

/** Functions above the limit, as `path:line (length)`. */
const longFunctions = ({ path, text, lineCount }: SourceFile): string[] => {
  if (lineCount <= mostLinesOfFunction) return []
  const found: string[] = []
  const linesOf = (from: number, to: number) => text.slice(from, to).split('\n').length
  const look = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const lines = linesOf(start, end)
    if (lines > mostLinesOfFunction) found.push(`${path}:${linesOf(0, start)} (${lines})`)
  }
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(
    parseSync(path, text).program,
  )
  return found
}

describe('names and sizes', () => {
  it('no file is named utils, helpers, misc, common, types or index', () => {
    const names = /\/(utils?|helpers?|misc|common|types|index)\.tsx?$/
    expect(
      product.map(({ path }) => path).filter((path) => names.test(path) && !path.startsWith('src/web/routes/')),
    ).toEqual([])
  })

  it('no file of the product is a fixture: fixtures are in src/testing', () => {
    expect(product.map(({ path }) => path).filter((path) => /fixture[^/]*$/.test(path))).toEqual([])
  })

  it('file names are kebab-case', () => {
    const wrong = sources.filter(
      ({ path }) =>
        !path.startsWith('src/web/routes/') && !/^[a-z0-9-]+(\.[a-z0-9-]+)*\.tsx?$/.test(path.split('/').at(-1) ?? ''),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('no file is longer than 600 lines', () => {
    const long = product.filter(({ lineCount }) => lineCount > mostLinesOfFile)
    expect(long.map(({ path, lineCount }) => `${path}: ${lineCount}`)).toEqual([])
  })

  it('no function is longer than 120 lines', () => {
    expect(product.flatMap(longFunctions)).toEqual([])
  })
})

/** The code without comments and imports, which use the word "as" for other purposes. */
const codeOf = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^(import|export) [^'";]*? from /gm, '')

const withoutStrings = (code: string): string => code.replaceAll(/'[^'\n]*'/g, "''")

/** Type assertions, `x as T`; neither `as const` nor words in a string such as 'Export as PDF'. */
const assertionsIn = (text: string): string[] =>
  withoutStrings(codeOf(text)).match(
    / as (?:[A-Z]\w*|unknown|never|string|number|object|readonly|keyof|typeof|\{|\(keyof|\[)/g,
  ) ?? []

/** A list element asserted to exist: `list[index] as T`. SQL may contain the same pattern for an aliased array. */
const assertedElementsIn = (text: string): string[] =>
  codeOf(text).match(/(?<!\barray)(?<=[\w)\]])\[[^[\]$]*(?:\[[^\]]*\])?[^[\]$]*\] as (?!const\b|unknown\b)[\w({[]/g) ??
  []

/** Folders in which list elements are read only with `valueAt`, `intAt` and `floatAt`. */
const checkedFolders = ['src/contract/', 'src/domain/', 'src/server/', 'src/testing/']

/** Current number of assertions. A change may lower it, but not raise it. */
const mostAssertions = 260

describe('type assertions', () => {
  it('list elements are read with `valueAt`, which throws if there is none', () => {
    expect(assertedElementsIn('const row = rows[first + 1] as Row')).toHaveLength(1)
    const wrong = sources.filter(
      ({ path, text }) =>
        checkedFolders.some((folder) => path.startsWith(folder)) &&
        path !== 'src/testing/architecture.test.ts' &&
        assertedElementsIn(text).length > 0,
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it(`the product has at most ${mostAssertions} type assertions`, () => {
    expect(
      assertionsIn(
        "import { type A as B } from './a.ts'\nconst row = found as Row // as It is\nconst words = 'Export as PDF'",
      ),
    ).toHaveLength(1)
    const found = product.flatMap(({ path, text }) => assertionsIn(text).map((assertion) => `${path}:${assertion}`))
    expect(found.length).toBeLessThanOrEqual(mostAssertions)
  })
})

/** Only these files make and compare plans, so only they read plans other than the current one. */
const planMakers =
  /(scheduling-runs\/(write-plan|commit-plan|prune-plans|switch-plan|keep-edits|run-moves|follow-centers)|operations\/place-by-hand|tenants\/create-tenant)\.ts$/

describe('the plan in force', () => {
  it('services except the plan makers read dates, reasons and versions of operations only from the current plan', () => {
    const wrong = under('src/server/services/').filter(
      ({ path, text }) =>
        !planMakers.test(path) &&
        (/(from|into|join|update) placements\b|tables\/plans\.table/.test(text) ||
          (/(from|Join)\(operations[,)]|(from|join) operations\b/.test(text) &&
            /\boperations\.version\b/.test(text) &&
            !text.includes('operationsInForce('))),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('the README of the source', () => {
  it('the README names only files that exist', () => {
    const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
    const named = [...readme.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map(([, path = '']) => path)
    const known = new Set(sources.map(({ path }) => path))
    // A walk leaves out the folder that it names at its beginning.
    const folders = ['src/', 'src/web/features/', 'src/server/services/']
    const missing = named.filter((path) => folders.every((folder) => !known.has(`${folder}${path}`)))
    expect(named.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })
})
