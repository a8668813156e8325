import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export interface Scan {
  /** Only these rules; all of them unless said. */
  readonly rules?: readonly string[]
  /** Only what lies within this selector. */
  readonly within?: string
}

/** Colors in the other theme: it alters nothing else. The page is left in the light theme, which it follows the system to. */
export const darkColorFaults = async (page: Page, scan: Scan = {}): Promise<string[]> => {
  const theme = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(theme).toHaveAttribute('data-theme', 'dark')
  const faults = await accessibilityFaults(page, { ...scan, rules: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(theme).toHaveAttribute('data-theme', 'light')
  return faults.map((fault) => `dark ${fault}`)
}

/**
 * Serious and critical faults of the page as it stands, one line each ('rule: selectors'). Not for journeys with motion: what fades
 * in or out would be judged in colors that nobody reads.
 */
export const accessibilityFaults = async (page: Page, { rules, within }: Scan = {}): Promise<string[]> => {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // In one go, and nothing written down of what is in order: collecting frames, which we have none of, opens a page each time.
  // Its half megabyte is read once by each page.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined
  let axe = new AxeBuilder({ page, axeSource }).options({ resultTypes: ['violations'] }).setLegacyMode()
  if (rules) axe = axe.withRules([...rules])
  if (within) axe = axe.include(within)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
