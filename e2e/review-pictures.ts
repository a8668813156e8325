/**
 * `npm run pictures:review`: takes a PNG of every screen and of the dialogs with most fields in four sizes, light and dark, with the demo
 * data, into the git-ignored folder `.pictures`. `npm run pictures:review -- projects schedule-gantt` takes only those.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { clockOffsetMs, shiftDate } from '#testing/test-clock.ts'
import { send } from './support/open-shop.ts'
import { withPictureShop } from './support/picture-shop.ts'
import { shopOrigin } from './support/ports.ts'
import { type demo, signInByForm } from './support/sign-in-as.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, '.pictures')
const sizes = {
  '1440x900': { width: 1440, height: 900 },
  '1920x1080': { width: 1920, height: 1080 },
  '768x1024': { width: 768, height: 1024 },
  '390x844': { width: 390, height: 844 },
} as const
const themes = ['light', 'dark'] as const

interface Picture {
  readonly name: string
  readonly actor: keyof typeof demo | null
  readonly open: (page: Page) => Promise<void>
}

const go = (path: string) => async (page: Page) => {
  await page.goto(`${shopOrigin}${path}`)
  await page.waitForLoadState('networkidle')
}

const openFirstProject = async (page: Page) => {
  await go('/projects')(page)
  const href = await page.locator('a[href^="/projects/"]').first().getAttribute('href')
  await go(href ?? '/projects')(page)
}

/** Opens the schedule with an operation of the first project in its panel. */
const openOperation = async (page: Page) => {
  await openFirstProject(page)
  const href = await page.getByRole('link', { name: 'Open in Schedule' }).getAttribute('href')
  await go(href ?? '/schedule')(page)
}

const openBell = async (page: Page) => {
  await go('/')(page)
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor()
}

const openPalette = async (page: Page) => {
  await go('/')(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Type a command or search...').fill('sch')
  await page.getByRole('option').first().waitFor()
}

const openProposal = async (page: Page) => {
  await go('/')(page)
  const { proposalId } = await send<{ proposalId: string }>(page, 'POST', '/proposals', {
    changes: [],
    method: 'optimize',
  })
  await go(`/proposals/${proposalId}`)(page)
}

const openPromiseDate = async (page: Page) => {
  await openFirstProject(page)
  await go(`/promise-date?project=${page.url().split('/').at(-1)}`)(page)
  await page.getByRole('button', { name: 'Show the dates' }).click()
  await page.getByRole('button', { name: 'Create project' }).first().waitFor()
}

/** Goes to an address, presses buttons in sequence, and waits for the dialog. */
const openDialog =
  (path: string, ...buttons: readonly string[]) =>
  async (page: Page) => {
    await go(path)(page)
    for (const name of buttons) await page.getByRole('button', { name, exact: true }).first().click()
    await page.getByRole('dialog').first().waitFor()
  }

const openCalendar = async (page: Page) => {
  await openDialog('/projects?edit=new', 'Choose a date')(page)
  await page.getByRole('grid').waitFor()
}

/** Selects two operations and opens a dialog from their action bar. */
const openForSeveral = (button: string) => async (page: Page) => {
  await go('/operations')(page)
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  for (const index of [1, 2]) await boxes.nth(index).click()
  await page.getByRole('region', { name: 'Selected operations' }).getByRole('button', { name: button }).click()
  await page.getByRole('dialog').first().waitFor()
}

const pictures: readonly Picture[] = [
  { name: 'sign-in', actor: null, open: go('/login') },
  { name: 'organisations', actor: 'superAdmin', open: go('/tenant-selection') },
  { name: 'dashboard', actor: 'admin', open: go('/') },
  { name: 'projects', actor: 'admin', open: go('/projects') },
  { name: 'project', actor: 'admin', open: openFirstProject },
  { name: 'proposal', actor: 'planner', open: openProposal },
  { name: 'promise-date-empty', actor: 'planner', open: go('/promise-date') },
  { name: 'promise-date', actor: 'planner', open: openPromiseDate },
  { name: 'schedule-gantt', actor: 'admin', open: go('/schedule') },
  { name: 'schedule-timeline', actor: 'admin', open: go('/schedule?view=timeline') },
  { name: 'schedule-by-center', actor: 'admin', open: go('/schedule?group=center') },
  { name: 'schedule-operation', actor: 'admin', open: openOperation },
  { name: 'kanban', actor: 'admin', open: go('/kanban') },
  { name: 'kanban-operations', actor: 'admin', open: go('/kanban?view=operation') },
  { name: 'overdue', actor: 'admin', open: go('/overdue-operations') },
  { name: 'overdue-cards', actor: 'admin', open: go('/overdue-operations?view=cards') },
  { name: 'overdue-kanban', actor: 'admin', open: go('/overdue-operations?view=kanban') },
  { name: 'overdue-timeline', actor: 'admin', open: go('/overdue-operations?view=timeline') },
  { name: 'operations', actor: 'admin', open: go('/operations') },
  { name: 'analytics', actor: 'admin', open: go('/analytics') },
  { name: 'shifts', actor: 'admin', open: go('/shift-patterns') },
  { name: 'holidays', actor: 'admin', open: go('/holidays') },
  { name: 'overtime', actor: 'admin', open: go('/shift-patterns?tab=exceptions') },
  { name: 'work-centers', actor: 'admin', open: go('/shift-patterns?tab=work-centers') },
  { name: 'history', actor: 'admin', open: go('/history') },
  { name: 'notifications', actor: 'admin', open: openBell },
  { name: 'palette', actor: 'admin', open: openPalette },
  { name: 'profile', actor: 'admin', open: go('/profile') },
  { name: 'settings', actor: 'admin', open: go('/settings') },
  { name: 'admin', actor: 'admin', open: go('/admin') },
  { name: 'form-project', actor: 'planner', open: openDialog('/projects?edit=new') },
  { name: 'form-project-date', actor: 'planner', open: openCalendar },
  { name: 'form-overtime', actor: 'admin', open: openDialog('/shift-patterns?tab=exceptions&edit=new') },
  { name: 'form-work-center', actor: 'admin', open: openDialog('/shift-patterns?tab=work-centers', 'New work center') },
  { name: 'form-holiday', actor: 'admin', open: openDialog('/holidays', 'New holiday') },
  { name: 'form-template', actor: 'admin', open: openDialog('/holidays', 'Apply United States') },
  {
    name: 'form-changeovers',
    actor: 'admin',
    open: openDialog('/shift-patterns?tab=work-centers', 'Changeovers of Paint'),
  },
  { name: 'delete-work-center', actor: 'admin', open: openDialog('/shift-patterns?tab=work-centers', 'Delete Paint') },
  { name: 'form-user', actor: 'admin', open: openDialog('/admin?tab=users', 'New user') },
  { name: 'form-token', actor: 'planner', open: openDialog('/settings', 'New token') },
  { name: 'several-progress', actor: 'planner', open: openForSeveral('Progress') },
  { name: 'several-reschedule', actor: 'planner', open: openForSeveral('Reschedule') },
  { name: 'admin-settings', actor: 'admin', open: go('/admin?tab=settings') },
  { name: 'admin-access', actor: 'admin', open: go('/admin-access') },
]

const take = async (browser: Browser, picture: Picture, size: keyof typeof sizes, theme: (typeof themes)[number]) => {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme,
    timezoneId: 'America/Chicago',
    reducedMotion: 'reduce',
    baseURL: shopOrigin,
  })
  // Like the server, whose clock is the same on every day.
  await context.addInitScript(shiftDate, clockOffsetMs)
  const page = await context.newPage()
  await page.addInitScript((dark) => localStorage.setItem('darkMode', String(dark)), theme === 'dark')
  if (picture.actor) await signInByForm(page, picture.actor)
  await picture.open(page)
  await page.screenshot({ path: join(folder, `${picture.name}-${theme}-${size}.png`) })
  await context.close()
}

const only = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
await withPictureShop(async (browser) => {
  for (const picture of pictures.filter(({ name }) => only.length === 0 || only.includes(name))) {
    for (const size of Object.keys(sizes) as (keyof typeof sizes)[]) {
      for (const theme of themes) await take(browser, picture, size, theme)
    }
    console.log(`.pictures/${picture.name}-*.png`)
  }
})
