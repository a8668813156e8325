import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '#testing/prepare-machine.ts'

export const openBrowser = () =>
  chromium.launch({ executablePath: findBrowser() ?? undefined, args: ['--no-sandbox', '--disable-gpu'] })

/**
 * Processor time of the main thread for everything that runs during `act` and shortly afterwards. Thread time does not
 * depend on the load of the machine.
 */
export const cpuOf = async <T>(page: Page, act: () => Promise<T>): Promise<{ value: T; cpuMs: number }> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
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

/** Memory of the page after a garbage collection, in MB: objects, their buffers, and the browser's data for elements. */
export const heapMb = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize, embedderHeapUsedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return (usedSize + backingStorageSize + embedderHeapUsedSize) / 1e6
}

export const countNodes = (page: Page, within: string): Promise<number> =>
  page.evaluate((selector) => document.querySelectorAll(`${selector} *`).length, within)
