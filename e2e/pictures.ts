/**
 * `npm run pictures`: takes the README pictures from the built product with the demo data, into `.readme/pictures`.
 * `npm run pictures -- dashboard run` takes only those. The browser encodes them as WebP.
 */
import './support/picture-clock.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { clockOffsetMs, shiftDate } from '#testing/test-clock.ts'
import { animateWebp } from './support/animate-webp.ts'
import { withPictureShop } from './support/picture-shop.ts'
import { shopOrigin } from './support/ports.ts'
import { signInByForm } from './support/sign-in-as.ts'

const folder = join(import.meta.dirname, '../.readme/pictures')
const wide = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const mostKB = 200
const mostAnimatedKB = 1_500

/** Waits until no part of the page shows a skeleton. */
const allThere = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  const main = page.locator('main')
  await main.getByRole('link').or(main.getByRole('button')).first().waitFor()
  await page.waitForFunction(() => document.querySelector('main .animate-shimmer') === null)
}

const open = async (page: Page, path: string) => {
  await page.goto(`${shopOrigin}${path}`)
  await allThere(page)
}

/** A blank browser page that encodes PNG pictures as WebP. */
const encoder = async (browser: Browser) => {
  const page = await browser.newPage()
  return async (png: Buffer, { width, height }: typeof wide, quality: number): Promise<Buffer> => {
    const encoded = await page.evaluate(
      async ({ source, size, quality }) => {
        const image = new Image()
        image.src = `data:image/png;base64,${source}`
        await image.decode()
        const canvas = Object.assign(document.createElement('canvas'), size)
        const context = canvas.getContext('2d', { alpha: false })
        if (context) context.imageSmoothingQuality = 'high'
        context?.drawImage(image, 0, 0, size.width, size.height)
        return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
      },
      { source: png.toString('base64'), size: { width, height }, quality },
    )
    return Buffer.from(encoded, 'base64')
  }
}
type Encode = Awaited<ReturnType<typeof encoder>>

const save = (name: string, bytes: Buffer, most: number) => {
  const kilobytes = bytes.length / 1024
  if (kilobytes > most) throw new Error(`${name}.webp has ${kilobytes.toFixed(0)} KB, more than ${most}`)
  writeFileSync(join(folder, `${name}.webp`), bytes)
  console.log(`.readme/pictures/${name}.webp ${kilobytes.toFixed(0)} KB`)
}

/** Opens the first late project on the dashboard, with the causes that add up to its lateness. */
const openLateProject = async (page: Page) => {
  await open(page, '/projects?view=late')
  await page.locator('a[href^="/projects/"]').first().click()
  await page
    .getByText(/^Why \d+ d late$/)
    .first()
    .waitFor()
  await allThere(page)
}

const openImport = async (page: Page) => {
  await open(page, '/projects?edit=import')
  const lines = [
    'Job;Customer;Due;Op;Task;Machine;Hours;Pred',
    'J-2201;Olsen Bottling;18.12.2026;10;Cut frame parts;Laser cutting;6,5;',
    'J-2201;;;20;Weld frame;Welding;14;10FS+2h',
    'J-2201;;;30;Paint frame;Paint;five;20',
    'J-2202;Berg Mills;15.01.2027;10;Mill bed;Machining;12;',
    'J-2202;;;20;Assemble;Assembly;18;15',
  ]
  const buffer = Buffer.from(lines.join('\r\n'))
  await page.getByLabel('File to import').setInputFiles({ name: 'jobs.csv', mimeType: 'text/csv', buffer })
  await page.getByText(/^Hours: Enter the hours/).waitFor()
  await allThere(page)
}

interface Picture {
  readonly name: string
  readonly size: typeof wide
  readonly show: (page: Page) => Promise<void>
}
const pictures: readonly Picture[] = [
  { name: 'dashboard', size: wide, show: (page) => open(page, '/') },
  { name: 'gantt', size: wide, show: (page) => open(page, '/schedule') },
  { name: 'timeline', size: wide, show: (page) => open(page, '/schedule?view=timeline') },
  { name: 'kanban', size: wide, show: (page) => open(page, '/kanban') },
  { name: 'overdue', size: wide, show: (page) => open(page, '/overdue-operations') },
  { name: 'why-late', size: wide, show: openLateProject },
  { name: 'import', size: wide, show: openImport },
  { name: 'phone', size: phone, show: (page) => open(page, '/projects') },
]

const openPage = async (browser: Browser, size: typeof wide): Promise<Page> => {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: 'light',
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
    baseURL: shopOrigin,
  })
  await context.addInitScript(shiftDate, clockOffsetMs)
  const page = await context.newPage()
  await signInByForm(page, 'admin')
  return page
}

const runFrame = { width: 960, height: 600 }

interface Shot {
  readonly png: Buffer
  readonly atMs: number
}
const mostFrames = 14

/** Selects the frames that show something new, thinned evenly if there are many; always the first and the last three. */
const someOf = (taken: readonly Shot[]): Shot[] => {
  const different = taken.filter(({ png }, index) => !taken[index - 1]?.png.equals(png))
  const step = Math.ceil(different.length / mostFrames)
  return different.filter((_, index) => index % step === 0 || index >= different.length - 3)
}

/** Takes a run from the click on "Schedule all" to the new plan, frame by frame. */
const takeRun = async (browser: Browser, encode: Encode) => {
  const page = await openPage(browser, { width: 1200, height: 750 })
  await open(page, '/schedule?view=timeline')
  const taken: Shot[] = []
  const take = async () => void taken.push({ png: await page.screenshot(), atMs: Date.now() })
  await take()
  await page.getByRole('button', { name: 'Schedule all' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Scheduling Projects' })
  await dialog.waitFor()
  const ended = dialog.getByText('Succeeded', { exact: true })
  while (!(await ended.isVisible())) await take()
  await take()
  const whole = await dialog.screenshot()
  const size = await dialog.boundingBox()
  if (size) save('run', await encode(whole, { width: size.width, height: size.height }, 0.85), mostKB)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.waitForLoadState('networkidle')
  await take()
  const kept = someOf(taken)
  const frames = []
  for (const [index, { png, atMs }] of kept.entries()) {
    const untilNextMs = (kept[index + 1]?.atMs ?? atMs) - atMs
    const rests = index === 0 || index >= kept.length - 2
    frames.push({
      webp: await encode(png, runFrame, 0.7),
      shownMs: rests ? 2_200 : Math.min(600, Math.max(120, untilNextMs)),
    })
  }
  save('run-animated', animateWebp(frames, runFrame), mostAnimatedKB)
  await page.context().close()
}

const only = process.argv.slice(2)
const isWanted = (name: string) => only.length === 0 || only.includes(name)
mkdirSync(folder, { recursive: true })
await withPictureShop(async (browser) => {
  const encode = await encoder(browser)
  for (const { name, size, show } of pictures.filter((picture) => isWanted(picture.name))) {
    const page = await openPage(browser, size)
    await show(page)
    save(name, await encode(await page.screenshot(), size, 0.85), mostKB)
    await page.context().close()
  }
  if (isWanted('run')) await takeRun(browser, encode)
})
