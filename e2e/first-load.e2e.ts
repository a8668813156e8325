import { gzipSync } from 'node:zlib'
import { expect, test } from './support/journey.ts'

// The bundler splits by two rules: the entry's dependencies are one file, and what nearly every page needs is another.
test('the first screen needs at most 168 KB of JavaScript and 15 KB of CSS, gzipped', { tag: '@promise' }, async ({
  page,
}) => {
  const sizes = new Map<string, number>()
  const pending: Promise<void>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!/\.(js|css)$/.test(pathname)) return
    pending.push(response.body().then((body) => void sizes.set(pathname, gzipSync(body).length)))
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await Promise.all(pending)
  const total = (ending: string) =>
    [...sizes].filter(([path]) => path.endsWith(ending)).reduce((sum, [, size]) => sum + size, 0) / 1024
  test
    .info()
    .annotations.push({ type: 'first load', description: `${total('.js')} KB JavaScript, ${total('.css')} KB CSS` })
  console.log(`first load: ${total('.js').toFixed(1)} KB JavaScript, ${total('.css').toFixed(1)} KB CSS (gzip)`)
  expect(total('.js')).toBeGreaterThan(0)
  expect(total('.js')).toBeLessThanOrEqual(168)
  expect(total('.css')).toBeLessThanOrEqual(15)
})

test('the browser requests the files of the page at the same time as the entry', async ({ page }) => {
  const asked: { path: string; from: string | undefined }[] = []
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('.js')) asked.push({ path: pathname, from: initiator.url })
  })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  const entry = asked.find(({ path }) => /\/assets\/index-/.test(path))
  const late = asked.filter(({ from }) => from !== undefined && entry !== undefined && from.endsWith(entry.path))
  expect(asked.length).toBeGreaterThan(1)
  expect(late.map(({ path }) => path)).toEqual([])
})
