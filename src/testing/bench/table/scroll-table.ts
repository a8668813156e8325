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

interface Leg {
  xPx: number
  yPx: number
  pxPerSecond: number
}
/** Three lines a frame down, back up, and to both sides. */
const legs: readonly Leg[] = [
  { xPx: 0, yPx: -12_000, pxPerSecond: 6_000 },
  { xPx: 0, yPx: 12_000, pxPerSecond: 6_000 },
  { xPx: -240, yPx: 0, pxPerSecond: 400 },
  { xPx: 240, yPx: 0, pxPerSecond: 400 },
]

/** One pass over all legs with the browser's own wheel, so that its compositor scrolls as it does for people. */
const scrollAll = async (page: Page, parts: TableParts, picture: string | null): Promise<FrameReport> => {
  const { list, heads, row, waiting } = parts
  const watch = await page.evaluateHandle(
    (looks) => window.watchFrames(looks),
    picture === null ? null : { list, heads, row, waiting },
  )
  const session = await page.context().newCDPSession(page)
  const box = await page.locator(list).boundingBox()
  if (!box) throw new Error('The table is not on screen')
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  for (const [index, { xPx, yPx, pxPerSecond }] of legs.entries()) {
    const gesture = session.send('Input.synthesizeScrollGesture', {
      ...at,
      xDistance: xPx,
      yDistance: yPx,
      speed: pxPerSecond,
      gestureSourceType: 'mouse',
    })
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

/** Smoothness from a pass in which nobody looks; blank and waiting frames from a second one in which every frame is looked at. */
export const scrollFigures = async (page: Page, parts: TableParts, picture: string): Promise<Figures> => {
  const { value: timed, cpuMs } = await cpuOf(page, () => scrollAll(page, parts, null))
  const seen = await scrollAll(page, parts, picture)
  return {
    'scroll: 95th percentile of frames, ms': timed.p95Ms,
    'scroll: CPU ms a frame': cpuMs / timed.frames,
    'scroll: longest task over 50 ms': timed.longestTaskMs,
    'scroll: frames seen': seen.frames,
    'scroll: frames with a blank part': seen.blankFrames,
    'scroll: frames with a row that waits': seen.waitingFrames,
  }
}
