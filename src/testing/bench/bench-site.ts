import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { peerFolder } from './peers.ts'

const contentTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

const root = import.meta.dirname
const peers = ['ag-grid-community', 'dhtmlx-gantt', '@svar-ui/react-gantt']

/** Returns `page.html` with the bundled `page.tsx` of a folder. */
const buildPage = async (folder: string): Promise<string> => {
  const outDir = mkdtempSync(join(tmpdir(), 'bench-page-'))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react(), tailwindcss()],
    resolve: {
      alias: {
        '/page.tsx': join(folder, 'page.tsx'),
        ...Object.fromEntries(peers.map((name) => [name, peerFolder(name)])),
      },
      // A compared library made with React must use the React of the page.
      dedupe: ['react', 'react-dom'],
    },
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: { input: join(root, 'page.html') },
    },
  })
  return outDir
}

/** Builds the page of a folder like the product and serves it locally until closed. */
export const openSite = async (pageFolder: string): Promise<{ url: string; close: () => void }> => {
  const folder = await buildPage(pageFolder)
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname)
    try {
      const file = readFileSync(path)
      response.setHeader('content-type', contentTypes[extname(path)] ?? 'application/octet-stream').end(file)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}/page.html`,
    close: () => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
