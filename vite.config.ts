import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

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
        if (route) files[route] = [...withImports(chunk.fileName)].filter((file) => !first.has(file))
      }
      const source = `(${preloadScript})(${JSON.stringify(files)})`
      const referenceId = this.emitFile({ type: 'asset', name: 'route-preloads.js', source })
      const html = bundle['index.html']
      if (html?.type !== 'asset') return
      const tag = `<script src="/${this.getFileName(referenceId)}"></script>`
      html.source = String(html.source).replace('<script type="module"', `${tag}\n    <script type="module"`)
    },
  }
}

/** zod's JSON Schema writer is the server's (OpenAPI); in the browser, where nothing calls it, it would be 6 KB of the first load. */
const leaveOutJsonSchema = (): Plugin => ({
  name: 'leave-out-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/ },
    handler: (code) =>
      [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => () => undefined`)
        .join('\n'),
  },
})

/** Runs in the browser: picks the route's files by its place in the folder tree. */
const preloadScript = `files => {
  let stored = key => { try { return localStorage.getItem(key) } catch { return null } }
  let path = location.pathname.replace(/\\/+$/, '') || '/'
  let inside = '_authenticated/_tenant'
  let pattern = route => new RegExp('^' + route.slice(inside.length).replace(/\\/index$/, '').replace(/\\$[^/]+/g, '[^/]+') + '$')
  let leaf = Object.keys(files).find(route => route.startsWith(inside + '/') && pattern(route).test(path === '/' ? '' : path))
  let chosen = !stored('userId') ? ['login']
    : !stored('currentTenantId') ? ['_authenticated/tenant-selection']
    : [inside, leaf]
  for (let file of new Set(chosen.flatMap(route => files[route] || []))) {
    let link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = '/' + file
    document.head.append(link)
  }
}`

const framePackages =
  /node_modules\/(react|react-dom|scheduler|zod|ky|zustand|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//
/** Of these, what only the pages behind the sign-in use. */
const innerParts = /\/(link|queryObserver|useBaseQuery|useQuery|useSuspenseQuery|suspense|errorBoundaryUtils)\.js$/
const isFrame = (id: string): boolean => framePackages.test(id) && !innerParts.test(id)

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
    leaveOutJsonSchema(),
  ],
  build: {
    outDir: 'dist',
    target: 'es2023',
    manifest: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
    // What every page needs is one file: it packs better, and changes only when a package does.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: isFrame }] } } },
  },
  server: { proxy: { '/api': { target: api, ws: true } } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/{contract,domain}/**/*.test.ts', 'src/web/**/*.test.ts', 'src/testing/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/web/**/*.test.tsx'],
          environment: 'jsdom',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))
