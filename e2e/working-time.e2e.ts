import { accessibilityFaults } from './support/accessibility-faults.ts'
import { expect, type Page, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

/** A year within the plan's horizon whatever today is, with the days of the tests. */
const nextYear = Number(new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' }).slice(0, 4)) + 1
/** The next fourth Thursday of March, in the formats of the list: 'Thu 03/25', '03/25', '03/25/27'. */
const nextFounders = (): string => {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' })
  const of = (year: number) => {
    const first = new Date(Date.UTC(year, 2, 1)).getUTCDay()
    return `${year}-03-${String(((4 - first + 7) % 7) + 22).padStart(2, '0')}`
  }
  const date = of(nextYear - 1) >= today ? of(nextYear - 1) : of(nextYear)
  return date.slice(5).replace('-', '/')
}

const effect = /operations? would move|^Nothing would change\.$|^No scheduled work is /

/** The effect of a change is previewed before it is confirmed. */
const confirm = async (page: Page, title: string | RegExp, button: string) => {
  const asks = page.getByRole('alertdialog', { name: title }).or(page.getByRole('dialog', { name: title }))
  await expect(asks.getByText(effect)).toBeVisible({ timeout: 60_000 })
  await asks.getByRole('button', { name: button, exact: true }).click()
  await expect(asks).toHaveCount(0)
}

test('a shift drawn by mouse and by keyboard is previewed and saved, and the plan is scheduled again', async ({
  page,
}) => {
  await signInAs(page, 'admin')
  await page.goto('/shift-patterns')
  await expect(page.getByRole('heading', { name: 'Working time' })).toBeVisible()
  const save = page.getByRole('button', { name: 'Save pattern' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')

  // By mouse: across Sunday's empty track, in steps of a quarter of an hour.
  const hint = page.getByText('No shift. Drag across the hours to add one.')
  const track = hint.locator('..')
  await track.hover()
  const box = await track.boundingBox()
  if (!box) throw new Error('Sunday has no track')
  const at = (hour: number) => box.x + (box.width * hour) / 24
  await page.mouse.move(at(8.02), box.y + 30)
  await page.mouse.down()
  await page.mouse.move(at(10), box.y + 30, { steps: 4 })
  await page.mouse.move(at(12.03), box.y + 30, { steps: 4 })
  await page.mouse.up()
  const sunday = page.getByRole('button', { name: 'Sunday, 8:00 AM to 12:00 PM' })
  await expect(sunday).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  // The same by keyboard: move, resize, then the fields.
  await sunday.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.getByRole('button', { name: 'Sunday, 8:15 AM to 12:30 PM' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('From', { exact: true })).toBeFocused()
  await page.getByLabel('To', { exact: true }).fill('14:00')
  await expect(page.getByRole('button', { name: 'Sunday, 8:15 AM to 2:00 PM' })).toBeVisible()

  // Leaving asks for confirmation first.
  await page.getByRole('link', { name: /^Work centers/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on Page' }).click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  // The preview, then the change itself.
  await save.click()
  const asks = page.getByRole('alertdialog', { name: 'Save Two shifts?' })
  await expect(asks.getByText(effect)).toBeVisible({ timeout: 60_000 })
  await expect(asks.getByRole('row', { name: /^Welding \d+ %.* of .* h \d+ %/ })).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await asks.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Two shifts saved')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()

  // The plan is outdated until everything is scheduled again.
  await expect(page.getByText(/The plan is out of date: shift pattern Two shifts changed/)).toBeVisible()
  await page.goto('/schedule')
  const strip = page.getByText(/The plan is out of date/)
  await expect(strip).toBeVisible()
  await strip.locator('..').getByRole('button', { name: 'Schedule all' }).click()
  const run = page.getByRole('dialog', { name: 'Scheduling Projects' })
  await expect(run.getByText('Succeeded', { exact: true })).toBeVisible({ timeout: 60_000 })
  await run.getByRole('button', { name: 'Close' }).click()
  await expect(strip).toBeHidden()

  await page.goto('/shift-patterns')
  await page.getByRole('button', { name: 'Year preview' }).click()
  await expect(page.getByText(/of working time in twelve months/)).toBeVisible()
})

test('a holiday template is applied only once, and a yearly holiday appears in every year', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/holidays')
  await page.getByLabel('Find a country or region').fill('Bayern')
  const apply = page.getByRole('button', { name: 'Apply Germany, Bayern' })
  await apply.click()
  const days = page.getByRole('dialog', { name: 'Apply Germany, Bayern' })
  const add = days.getByRole('button', { name: /^Add (\d+ )?holidays$/ })
  expect(await accessibilityFaults(page)).toEqual([])
  await add.click()
  await confirm(page, 'Apply Germany, Bayern', 'Add to the calendar')
  await expect(page.getByText(/^[1-9]\d* holidays added/)).toBeVisible()
  await expect(days).toHaveCount(0)
  await apply.click()
  await expect(days.getByText('Already there').first()).toBeVisible()
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Copy Germany, Bayern' }).click()
  await page.getByLabel('Find a country or region').fill('')
  await expect(page.getByText('Germany, Bayern (copy)', { exact: true })).toBeVisible()

  // The copy is ours: renamed, extended by a day, then deleted.
  await page.getByRole('button', { name: 'Edit template Germany, Bayern (copy)' }).click()
  const template = page.getByRole('dialog', { name: /^Edit template/ })
  await template.getByRole('textbox', { name: 'Name', exact: true }).fill('Plant days')
  await template.getByRole('button', { name: 'Add day' }).click()
  await template.getByRole('button', { name: 'Save template' }).click()
  await expect(template.getByText('Name is required')).toBeVisible()
  await expect(template.getByLabel(/^Date of day/).last()).toBeFocused()
  await template
    .getByLabel(/^Date of day/)
    .last()
    .fill(`${nextYear}-08-06`)
  await template
    .getByRole('textbox', { name: /^Name of day/ })
    .last()
    .fill('Summer party')
  expect(await accessibilityFaults(page)).toEqual([])
  await template.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Plant days', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Delete template Plant days' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Plant days', { exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'New holiday' }).click()
  const dialog = page.getByRole('dialog', { name: 'New holiday' })
  await dialog.getByLabel('Name').fill('Founders')
  await dialog.getByText('Repeats every year').click()
  await dialog.getByLabel('Every year', { exact: true }).selectOption('weekday')
  await dialog.getByLabel('Which').selectOption('4')
  await dialog.getByLabel('Weekday').selectOption('Thursday')
  await dialog.getByLabel('Month').selectOption('March')
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await confirm(page, 'New holiday', 'Save holiday')
  const founders = page.getByRole('row', { name: /Founders.*Fourth Thursday of March/ })
  await expect(founders).toContainText(nextFounders())
  expect(await accessibilityFaults(page)).toEqual([])

  const day = `${nextYear}0210`
  const ics = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:${day}\nSUMMARY:Inventory\nEND:VEVENT\nEND:VCALENDAR\n`
  await page.getByRole('button', { name: 'Import calendar' }).click()
  const file = (text: string) => ({ name: 'closed.ics', mimeType: 'text/calendar', buffer: Buffer.from(text) })
  await page.getByLabel('Calendar file').setInputFiles(file(ics.replace(day, `${nextYear}0230`)))
  await expect(page.getByText('Line 3: The start is not a date between 1900 and 2099')).toBeVisible()
  await page.getByLabel('Calendar file').setInputFiles(file(ics))
  await page.getByRole('button', { name: 'Add 1 holiday' }).click()
  await confirm(page, 'Import calendar', 'Add to the calendar')
  await expect(page.getByRole('row', { name: /Inventory/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Delete Founders' }).click()
  await confirm(page, 'Delete Founders?', 'Delete')
  await expect(page.getByRole('row', { name: /Founders/ })).toHaveCount(0)
})

test('a work center in use is deleted only after its operations are assigned to another one', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.goto('/shift-patterns?tab=work-centers')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'New work center' }).click()
  const dialog = page.getByRole('dialog', { name: 'New work center' })
  await dialog.getByLabel('Name').fill('Deburring')
  const green = page.getByRole('radio', { name: 'Green', exact: true })
  await dialog.locator('label').filter({ has: green }).click()
  await expect(green).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Deburring/ })).toBeVisible()
  await page.getByRole('button', { name: 'Year of Paint' }).click()
  await expect(page.getByRole('dialog', { name: 'Year of Paint' }).getByText(/of working time in twelve/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Move Deburring up' }).click()
  await expect(page.getByRole('row').nth(9)).toContainText('Deburring')

  await page.getByRole('button', { name: 'Delete Bending' }).click()
  const asks = page.getByRole('alertdialog', { name: 'Delete Bending?' })
  const confirm = asks.getByRole('button', { name: 'Delete', exact: true })
  await expect(asks.getByLabel(/^Move its \d+ operations? to$/)).toBeVisible()
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await asks.getByLabel(/^Move its/).selectOption('Deburring')
  await expect(asks.getByText(effect)).toBeVisible({ timeout: 60_000 })
  await confirm.click()
  await expect(page.getByText('Bending deleted')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Bending' })).toHaveCount(0)
  await expect(page.getByText(/The plan is out of date: work center Bending changed/)).toBeVisible()
})

test('a planner previews, adds and removes downtime', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/shift-patterns?tab=exceptions')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Add overtime or downtime' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Downtime', { exact: true }).click()
  await dialog.getByLabel('Name').fill('Power cut')
  await dialog.getByLabel('From').fill(`${nextYear}-03-02T06:00`)
  await dialog.getByLabel(/^To/).fill(`${nextYear}-03-02T10:00`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await confirm(page, 'Add overtime or downtime', 'Add downtime')
  const row = page.getByRole('main').getByRole('row').filter({ hasText: 'Power cut' })
  await expect(row).toContainText(/03\/02\/\d\d 6:00 AM, 4 h/)
  await row.getByRole('button', { name: 'Remove' }).click()
  await confirm(page, 'Remove Power cut?', 'Remove')
  await expect(row).toHaveCount(0)
})

test('a failure of one of two mills is previewed before it is entered, applied, and undone', async ({ page }) => {
  await signInAs(page, 'planner')
  // The demo has a mill in service next week.
  await page.goto('/schedule?view=timeline')
  await expect(page.getByRole('rowheader', { name: /^Machining, Capacity 2, 1 of 2 available from/ })).toBeAttached()

  await page.goto('/shift-patterns?tab=exceptions')
  await page.getByRole('button', { name: 'Add overtime or downtime' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Capacity', { exact: true }).click()
  await dialog.getByLabel('Work center').selectOption({ label: 'Machining' })
  await expect(dialog.getByText('of 2')).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  await dialog.getByLabel('From').fill(`${nextYear}-03-02T06:00`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByRole('button', { name: 'Try first' }).click()
  const changes = page.getByRole('list', { name: 'Changes' })
  await expect(changes.getByText(/^Machining capacity 1 from .* until further notice$/)).toBeVisible()

  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByText(/^Applied by/)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Undone' })).toBeVisible()
  await page.goto('/shift-patterns?tab=exceptions')
  const rows = page.getByRole('main').getByRole('row')
  await expect(rows.filter({ hasText: 'Mill 2 in service' })).toBeVisible()
  await expect(rows.filter({ hasText: /From .* on/ })).toHaveCount(0)
})

test('members who are not admins see working time but cannot change it', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/shift-patterns')
  await expect(page.getByRole('button', { name: 'Save pattern' })).toHaveAttribute('aria-disabled', 'true')
  const block = page.getByRole('button', { name: /^Monday, 6:00 AM/ })
  await block.focus()
  await expect(block).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(block).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.goto('/holidays')
  await expect(page.getByRole('button', { name: 'New holiday' })).toHaveAttribute('aria-disabled', 'true')
})
