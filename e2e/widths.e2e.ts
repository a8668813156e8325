import { expect, test } from './support/journey.ts'
import { signInAs } from './support/sign-in-as.ts'

/** Between the breakpoints too: a column is lost where nobody looks. */
const widths = [390, 600, 700, 768, 900, 960, 1024, 1180, 1280, 1440]

test('the dashboard shows which projects are late at every width', async ({ page }) => {
  await signInAs(page, 'planner')
  const rows = page.getByRole('region', { name: 'Ship date has passed' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const name = await rows.first().getByRole('link').first().locator('> span').first().boundingBox()
    expect(name?.width, `${width} px`).toBeGreaterThan(120)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width)
    // Nor do two heads stand on top of each other.
    const heads = page.getByText('Priority', { exact: true })
    if (width < 768) continue
    const [project, priority] = await Promise.all([
      page.getByText('Project', { exact: true }).first().boundingBox(),
      heads.first().boundingBox(),
    ])
    expect((project?.x ?? 0) + (project?.width ?? 0), `${width} px`).toBeLessThanOrEqual(priority?.x ?? 0)
  }
})
