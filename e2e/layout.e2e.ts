import { expect, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

/** Includes widths between the breakpoints, where a missing column is easily overlooked. */
const widths = [390, 600, 700, 768, 900, 960, 1024, 1180, 1280, 1440]

const textsCut = (elements: readonly Element[]): string[] =>
  elements
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent ?? '')

test('the dashboard shows which projects are late at every width', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/')
  const rows = page.getByRole('region', { name: 'Late' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const name = await rows.first().getByRole('link').first().locator('> span').first().boundingBox()
    expect(name?.width, `${width} px`).toBeGreaterThan(120)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width)
    const cut = await rows.locator('*:visible').evaluateAll(textsCut)
    expect(cut, `${width} px`).toEqual([])
    // The headers do not overlap either.
    const heads = page.getByText('Priority', { exact: true })
    if (width < 768) continue
    const [project, priority] = await Promise.all([
      page.getByText('Project', { exact: true }).first().boundingBox(),
      heads.first().boundingBox(),
    ])
    expect((project?.x ?? 0) + (project?.width ?? 0), `${width} px`).toBeLessThanOrEqual(priority?.x ?? 0)
  }
})

test('a hovered row of operations shows the same text as before', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/operations')
  const rows = page.locator('tr[data-row]')
  await expect(rows.nth(11)).toBeVisible()
  for (let index = 0; index < 12; index++) {
    const texts = rows.nth(index).locator('td *:visible')
    const before = await texts.evaluateAll(textsCut)
    await rows.nth(index).hover()
    await expect(rows.nth(index).getByRole('button', { name: /^Duration of/ })).toBeVisible()
    const added = (await texts.evaluateAll(textsCut)).filter((text) => !before.includes(text))
    expect(added).toEqual([])
  }
})

test('the page of a project is no wider than a phone, and its progress stays on one line', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/projects?phase=%5B%22complete%22%5D')
  await page.getByRole('link', { name: /Chute Liner Kit/ }).click()
  const figure = page.getByText('100 %', { exact: true }).first()
  await expect(figure).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add operation' })).toBeVisible()
  expect((await figure.boundingBox())?.height).toBeLessThan(30)
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 780 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width)
  }
})

test("the schedule's footer is not cut off at any width", async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/schedule')
  const footer = page.locator('footer')
  await expect(footer).toContainText('scheduled')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const hidden = footer.evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])
    expect(await hidden, `${width} px`).toEqual([0, 0])
  }
})

test('zooming preserves the date in the middle of the schedule', async ({ page }) => {
  await signInAs(page, 'planner')
  await page.goto('/schedule')
  const scroller = page.locator('[data-scroller]')
  await expect(page.getByRole('treegrid').getByRole('row').nth(2)).toBeVisible()
  /** Share of the whole time that is left of the middle, whatever the zoom. */
  const middle = () =>
    scroller.evaluate((element) => {
      const fixed = Number(element.getAttribute('data-fixed'))
      const shown = element.clientWidth - fixed
      return (element.scrollLeft + shown / 2) / (element.scrollWidth - fixed)
    })
  const zoom = page.getByRole('radio', { name: 'Days' })
  await expect(zoom).toBeChecked()
  // The page receives the scroll event a frame later.
  await scroller.evaluate((element) => {
    const heard = new Promise((done) => element.addEventListener('scroll', done, { once: true }))
    element.scrollBy({ left: 300 })
    return heard.then(() => undefined)
  })
  const before = await middle()
  for (const level of ['Weeks', 'Days', 'Hours', 'Days']) {
    await page.getByRole('radio', { name: level }).check({ force: true })
    await expect(page.getByRole('radio', { name: level })).toBeChecked()
    await expect(page).toHaveURL(level === 'Days' ? /schedule(?!.*zoom=)/ : new RegExp(`zoom=${level.toLowerCase()}`))
    // After a navigation has rendered, the router is done two frames later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(Math.abs((await middle()) - before), level).toBeLessThan(0.002)
  }
})

test('menus, day lists and the week of a shift pattern fit on a phone', async ({ page }) => {
  await signInAs(page, 'admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin?tab=users')
  await page.getByRole('button', { name: 'Actions for Alex Moreno' }).click()
  for (const hint of await page.getByRole('menu').locator('span:visible').all()) {
    const box = await hint.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), (await hint.textContent()) ?? '').toBeLessThanOrEqual(382)
  }
  await expect(page.getByRole('menu')).toContainText('Change your own password')

  await page.goto('/holidays')
  await page.getByRole('button', { name: 'Apply United States' }).click()
  const days = page.getByRole('dialog', { name: 'Apply United States' }).getByRole('listitem')
  await expect(days.first()).toBeVisible()
  const overlaps = await days.evaluateAll((items) =>
    items.flatMap((item) => {
      const [label, remark] = [item.querySelector('label'), item.lastElementChild]
      if (!label || !remark || label.contains(remark) || remark.contains(label)) return []
      const [a, b] = [label.getBoundingClientRect(), remark.getBoundingClientRect()]
      const names = [...label.querySelectorAll('span')].map((span) => span.getBoundingClientRect().right)
      return Math.max(...names) > b.left + 1 && a.bottom > b.top + 1 ? [item.textContent] : []
    }),
  )
  expect(overlaps).toEqual([])

  await page.goto('/shift-patterns')
  const day = page.getByText('Wednesday', { exact: true })
  await page.getByRole('button', { name: 'Wednesday: more' }).scrollIntoViewIfNeeded()
  const [name, row] = await Promise.all([
    day.boundingBox(),
    day.locator('xpath=ancestor::div[contains(@class,"overflow-x-auto")][1]').boundingBox(),
  ])
  expect(name?.x ?? 0).toBeGreaterThanOrEqual(row?.x ?? 0)
})
