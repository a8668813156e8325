import { availableParallelism } from 'node:os'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { minifySync, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const api = `http://127.0.0.1:${process.env.API_PORT ?? 3002}`

/**
 * Route chunks in the same hop as the entry: a small script before it (the page allows none inline) adds modulepreload
 * links for the route that the address and the stored session lead to.
 */
const preloadRouteChunks = (): Plugin => {
  const routeOf = (moduleId: string) => /src\/web\/routes\/(.+?)\.tsx\?tsr-split=[^&]*component/.exec(moduleId)?.[1]
  return {
    name: 'preload-route-chunks',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk')
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const withImports = (file: string, seen = new Set<string>()): Set<string> => {
        if (seen.has(file)) return seen
        seen.add(file)
        for (const imported of byFile.get(file)?.imports ?? []) withImports(imported, seen)
        return seen
      }
      const entry = chunks.find((chunk) => chunk.isEntry)
      const first = withImports(entry?.fileName ?? '')
      const files: Record<string, string[]> = {}
      for (const chunk of chunks) {
        const route = chunk.moduleIds.map(routeOf).find((name) => name !== undefined)
        if (route && !openedSeldom.test(route))
          files[route] = [...withImports(chunk.fileName)].filter((file) => !first.has(file))
      }
      const script = `(${preloadScript})(${JSON.stringify(packedFiles(files)).slice(1, -1)})`
      const source = minifySync('route-preloads.js', script).code
      const referenceId = this.emitFile({ type: 'asset', name: 'route-preloads.js', source })
      const html = bundle['index.html']
      if (html?.type !== 'asset') return
      const tag = `<script src="/${this.getFileName(referenceId)}"></script>`
      html.source = String(html.source).replace('<script type="module"', `${tag}\n    <script type="module"`)
    },
  }
}

/** Pages that are opened seldom, such as those that are printed or where something is set up, do without, which keeps the script small. */
const openedSeldom =
  /\/(?:admin-access|assistants|badges|holidays|profile|settings|shift-patterns|sources|tenant-selection_\.manage|traveler)$/

/** The names of all files in a row, without folder and ending, and for each route a hexadecimal digit for every four of them. */
const packedFiles = (
  files: Readonly<Record<string, readonly string[]>>,
): [names: string, masks: Record<string, string>] => {
  const all = [...new Set(Object.values(files).flat())]
  const names = all.map((file) => {
    const name = /^assets\/(.{7})\.js$/.exec(file)?.[1]
    if (name === undefined) throw new Error(`A chunk has an unexpected name: ${file}`)
    return name
  })
  const maskOf = (own: ReadonlySet<string>) =>
    Array.from({ length: Math.ceil(all.length / 4) }, (_, digit) =>
      [0, 1, 2, 3].reduce((sum, bit) => sum + (own.has(all[digit * 4 + bit] ?? '') ? 1 << bit : 0), 0).toString(16),
    ).join('')
  return [
    names.join(''),
    Object.fromEntries(Object.entries(files).map(([route, own]) => [route, maskOf(new Set(own))])),
  ]
}

/** Runs in the browser: picks the route's files by its place in the folder tree. */
const preloadScript = `(names, masks) => {
let stored = key => { try { return localStorage.getItem(key) } catch {} }
let path = location.pathname.replace(/\\/+$/, '')
let inside = '_authenticated/_tenant'
let leaf = Object.keys(masks).find(route => route.startsWith(inside + '/') && RegExp('^' + route.slice(inside.length).replace(/\\/index$/, '').replace(/\\$[^/]+/g, '[^/]+') + '$').test(path))
let chosen = path === '/floor' ? ['floor'] : !stored('userId') ? ['login'] : !stored('currentTenantId') ? ['_authenticated/tenant-selection'] : [inside, leaf]
let isWanted = (_, i) => chosen.some(route => route in masks && parseInt(masks[route][i >> 2], 16) >> (i & 3) & 1)
for (let name of names.match(/.{7}/g).filter(isWanted)) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: '/assets/' + name + '.js' }))
}`

/** Buttons, fields, marks, tooltips, the parts that icons share, and what a mutation needs. */
const drawnEverywhere = new RegExp(
  [
    'src/web/ui/(?:alert|button|checkbox|close-button|field|input-classes|key-cap|layer|mark|spinner|status-kinds)\\.tsx?$',
    'src/web/ui/(?:tones|tooltip|tooltip-bubble|icons/state-icons)\\.tsx?$',
    'lucide-react/dist/esm/(?:Icon|context|createLucideIcon|shared)',
    'query-core/build/modern/mutationObserver',
    'react-query/build/modern/(?:mutationOptions|useMutation)',
  ].join('|'),
)

/** Test files at the same time: `npm test` runs two steps side by side, and a machine with two cores has idle time even then. */
const workers = Math.max(2, Math.floor(availableParallelism() / 2))

/** Files that take long for their size, by which the others are ordered: begun last they would keep a machine waiting for one of them. */
const longFiles = [
  'http/role-matrix.test.ts',
  'db/embedded/crash.test.ts',
  'db/embedded/safety-kit.test.ts',
  'server/main.test.ts',
  'forecasts/one-truth.test.ts',
  'assistants/hostile-calls.test.ts',
  'proposals/other-kinds.test.ts',
  'imports/export-import.test.ts',
  'jobs/dates-in-order.test.ts',
  'cli/commands.test.ts',
  'cli/compose.test.ts',
  'seed/tell-story.test.ts',
  'scheduling/schedule-shop.test.ts',
  'forecast/late-parts.test.ts',
  'kanban/kanban-screen.test.tsx',
]
const isLong = ({ moduleId }: TestSpecification): number => Number(longFiles.some((name) => moduleId.endsWith(name)))

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a))
  }
}

export default defineConfig(({ mode }) => ({
  plugins: [
    mode !== 'test' &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        // A page's loader travels with the page: its calls and their schemas stay out of the entry.
        codeSplittingOptions: { defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent']] },
        routesDirectory: 'src/web/routes',
        generatedRouteTree: 'src/web/routeTree.gen.ts',
        addExtensions: true,
        quoteStyle: 'single',
      }),
    react(),
    tailwindcss(),
    preloadRouteChunks(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Browsers that know OKLCH: without this every color is written twice.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    manifest: true,
    // Pages opened from another page are loaded when the pointer rests on their link. A table of their files would be 4 KB of the entry.
    modulePreload: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // Short names: the table of what to preload, and every list of imports, carry them.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [
            // What the entry needs is one file: it packs better than twenty.
            { name: 'initial', tags: ['$initial'] },
            // What nearly every page is drawn with is one file too: 1.8 KB less for the sign-in page, eight files fewer for each page.
            { name: 'basics', test: drawnEverywhere },
            // By themselves: otherwise an icon brings virtual lists to pages that have none, and a link in a text brings forms.
            { name: 'virtual', test: /@tanstack\/(?:react-virtual|virtual-core)\/|data-list\/range-with/ },
            { name: 'placement', test: /src\/web\/components\/placement\// },
            // Files of a few lines that several pages share go into their neighbor: a quarter fewer files for each page.
            // From 1,700 bytes on, the sign-in page gets 15 KB that it does not need.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_300 },
          ],
        },
      },
    },
  },
  // At the root, because a service worker has no power over pages above its own address.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: '[name].js' } } },
  server: { proxy: { '/api': { target: api, ws: true }, '/status/': { target: api } } },
  test: {
    expect: {
      // A test that reaches no assertion cannot fail.
      requireAssertions: true,
      // One second is too little for a machine that has other things to do.
      poll: { timeout: 60_000 },
    },
    // The closing lines of a whole run have only the message of a failure, so it should name both values.
    chaiConfig: { truncateThreshold: 2_000 },
    tags: [
      { name: 'rest', description: 'Takes long, or says more than a change needs: in `npm run test:all` alone.' },
      {
        name: 'property',
        description: 'Tried on a tenth of the random cases in `npm test`, and on all of them in the rest.',
      },
      { name: 'once', description: 'Chooses its database engines itself, or opens no database.' },
      {
        name: 'bothEngines',
        description:
          'Runs on the embedded database too, because locks, announcements, connections or stored forms differ there. Where PostgreSQL is installed, all others run on it alone.',
      },
    ],
    // As for the journeys. `npm test` names each test that needed the second try, with its error.
    retry: process.env.CI ? 1 : 0,
    // Before anything else of a test's process: a clock that always begins at the same instant.
    execArgv: [`--import=${new URL('src/testing/test-clock.ts', import.meta.url)}`],
    // Files of one worker share their modules, which are then loaded once: half the time. `--sequence.shuffle.files` finds what one
    // file leaves for another.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: workers,
          testTimeout: 120_000,
          include: ['src/{contract,domain}/**/*.test.ts', 'src/web/**/*.test.ts', 'src/testing/**/*.test.ts'],
          exclude: ['src/testing/recipes/**'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts', 'src/testing/recipes/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One more: the files wait for the processes that they start.
          maxWorkers: workers + 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/testing/screen-setup.ts'],
          maxWorkers: workers,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
}))
