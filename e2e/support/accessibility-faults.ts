import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export interface Scan {
  /** Only these rules; defaults to all. */
  readonly rules?: readonly string[]
  /** Only elements within this selector. */
  readonly within?: string
}

/** Color violations in the other theme, in which only colors differ. Leaves the page in the light theme, which follows the system. */
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
 * Serious and critical violations on the current page, one line each ('rule: selectors'). Not for journeys with
 * animations, because fading elements would be checked in colors that are never read.
 */
export const accessibilityFaults = async (page: Page, { rules, within }: Scan = {}): Promise<string[]> => {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // Runs once and reports only violations. Iterating over frames, which we do not have, would open a page each time.
  // The half megabyte of source is loaded once per page.
  const axeSource = (await page.evaluate(() => 'axe' in window)) ? ';' : undefined
  let axe = new AxeBuilder({ page, axeSource }).options({ resultTypes: ['violations'] }).setLegacyMode()
  if (rules) axe = axe.withRules([...rules])
  if (within) axe = axe.include(within)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
