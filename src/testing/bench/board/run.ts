/** `npm run bench:ui -- board`: our board beside a plain dnd-kit board of the same 2,000 cards, interleaved, medians. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { findBrowser } from '#testing/prepare-machine.ts'

const rounds = 3
const cards = 2_000
const contentTypes: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

interface Figures {
  mountMs: number
  mountCpuMs: number
  pickUpMs: number
  pickUpCpuMs: number
  dropMs: number
  dropCpuMs: number
  nodes: number
}

const buildPage = async (): Promise<string> => {
  const outDir = mkdtempSync(join(tmpdir(), 'board-bench-'))
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [react(), tailwindcss()],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(import.meta.dirname, 'page.html') } },
  })
  return outDir
}

const serve = async (folder: string): Promise<{ url: string; close: () => void }> => {
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
  return { url: `http://127.0.0.1:${address.port}/page.html`, close: () => server.close() }
}

/** Main-thread time of everything that runs while `act` does. */
const cpuOf = async <T>(page: Page, act: () => Promise<T>): Promise<{ value: T; cpuMs: number }> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const read = async () =>
    ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) *
    1_000
  const before = await read()
  const value = await act()
  await page.waitForTimeout(300)
  const cpuMs = (await read()) - before
  await session.detach()
  return { value, cpuMs }
}

const measure = async (page: Page, url: string): Promise<Figures> => {
  page.on('pageerror', (error) => console.error(error.message))
  await page.goto(url)
  await page.waitForFunction(() => 'bench' in window)
  const mount = await cpuOf(page, () => page.evaluate(() => window.bench.mount()))
  const nodes = await page.evaluate(() => document.querySelectorAll('#root *').length)
  const card = page.locator('[data-column=production] [data-card]').first()
  const id = await card.getAttribute('data-card')
  const from = await card.boundingBox()
  const to = await page.locator('[data-column=complete]').boundingBox()
  if (!from || !to) throw new Error('The board is not on screen')
  await page.mouse.move(from.x + 100, from.y + 20)
  await page.mouse.down()
  // Listening before the input is sent: the two take different ways into the page.
  await page.evaluate(() => window.bench.watch('mousemove', '.shadow-3'))
  const pickUp = await cpuOf(page, async () => {
    await page.mouse.move(from.x + 112, from.y + 26)
    return page.evaluate(() => window.bench.latency)
  })
  await page.mouse.move(to.x + 150, to.y + 300, { steps: 4 })
  await page.waitForTimeout(400)
  await page.evaluate((cardId) => window.bench.watch('mouseup', `[data-column=complete] [data-card="${cardId}"]`), id)
  const drop = await cpuOf(page, async () => {
    await page.mouse.up()
    return page.evaluate(() => window.bench.latency)
  })
  return {
    ...{ mountMs: mount.value, mountCpuMs: mount.cpuMs, pickUpMs: pickUp.value, pickUpCpuMs: pickUp.cpuMs },
    ...{ dropMs: drop.value, dropCpuMs: drop.cpuMs, nodes },
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

export const run = async (): Promise<void> => {
  const folder = await buildPage()
  const site = await serve(folder)
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const results: Record<'ours' | 'plain', Figures[]> = { ours: [], plain: [] }
  try {
    for (let round = 0; round < rounds; round++) {
      for (const board of ['ours', 'plain'] as const) {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
        results[board].push(await measure(page, `${site.url}?board=${board}&cards=${cards}`))
        await page.close()
      }
    }
  } finally {
    await browser.close()
    site.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const rows = (Object.keys(results.ours[0] ?? {}) as (keyof Figures)[]).map((figure) => {
    const ours = median(results.ours.map((result) => result[figure]))
    const plain = median(results.plain.map((result) => result[figure]))
    return {
      figure,
      ours: Math.round(ours),
      'plain dnd-kit': Math.round(plain),
      'times better': (plain / ours).toFixed(1),
    }
  })
  console.log(`Board of ${cards} cards, medians of ${rounds} interleaved rounds`)
  console.table(rows)
}
