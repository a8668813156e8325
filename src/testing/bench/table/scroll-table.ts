import type { Page } from '@playwright/test'
import type { Figures } from '../figures.ts'
import { cpuOf } from '../measure-page.ts'
import type { TableParts } from './table-parts.ts'
import type { FrameReport, watchFrames } from './watch-frames.ts'

declare global {
  interface Window {
    watchFrames: typeof watchFrames
  }
}

/** Wheel speed in pixels per second: slow for reading (40 rows a second), and fast (170). */
const paces = { reading: 1_500, flung: 6_000 } as const

/** Down for two seconds, back up, and to both sides. */
const legsAt = (pxPerSecond: number) => [
  { xDistance: 0, yDistance: -2 * pxPerSecond, speed: pxPerSecond },
  { xDistance: 0, yDistance: 2 * pxPerSecond, speed: pxPerSecond },
  { xDistance: -240, yDistance: 0, speed: 400 },
  { xDistance: 240, yDistance: 0, speed: 400 },
]

/** One pass over all legs with the browser's own wheel, so that the compositor scrolls as it does for people. */
const scrollAll = async (
  page: Page,
  parts: TableParts,
  pxPerSecond: number,
  picture: string | null,
): Promise<FrameReport> => {
  const { list, heads, row, waiting } = parts
  const watch = await page.evaluateHandle(
    (looks) => window.watchFrames(looks),
    picture === null ? null : { list, heads, row, waiting },
  )
  const session = await page.context().newCDPSession(page)
  const box = await page.locator(list).boundingBox()
  if (!box) throw new Error('The table is not on screen')
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  for (const [index, leg] of legsAt(pxPerSecond).entries()) {
    const gesture = session.send('Input.synthesizeScrollGesture', { ...at, ...leg, gestureSourceType: 'mouse' })
    if (picture && index === 0) {
      await page.waitForTimeout(700)
      await page.screenshot({ path: picture })
    }
    await gesture
  }
  await session.detach()
  // A busy machine loses a few of the gesture's pixels.
  await page.evaluate((selector) => document.querySelector(selector)?.scrollTo(0, 0), list)
  return watch.evaluate((watched) => watched.stop())
}

/** Smoothness comes from a pass without observation; blank and waiting frames from a second pass in which every frame is checked. */
export const scrollFigures = async (page: Page, parts: TableParts, picture: string): Promise<Figures> => {
  const figures: Figures = {}
  for (const [pace, pxPerSecond] of Object.entries(paces)) {
    const { value: timed, cpuMs } = await cpuOf(page, () => scrollAll(page, parts, pxPerSecond, null))
    figures[`${pace}: 95th percentile of frames, ms`] = timed.p95Ms
    figures[`${pace}: CPU ms a frame`] = cpuMs / timed.frames
    figures[`${pace}: longest task over 50 ms`] = timed.longestTaskMs
  }
  const seen = await scrollAll(page, parts, paces.flung, picture)
  return {
    ...figures,
    'flung: frames looked at': seen.frames,
    'flung: frames with a blank part': seen.blankFrames,
    'flung: frames with a row that waits': seen.waitingFrames,
  }
}
