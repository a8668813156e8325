import { useEffect, useEffectEvent } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import type { GanttScene } from '../gantt-context.ts'
import { buildScale } from '../model/time-scale.ts'
import { bandLayout } from './band-layout.ts'
import { centerLoad } from './center-load.ts'
import { cellSpan } from './load-drawing.ts'

/** When it begins after the first paint, and up to which px of the Timeline loads are added up. */
const [waitMs, loadsPx] = [1_000, 1_000]

/**
 * Finds the lanes and the first loads of the Timeline while the reader looks at another view, so that the change to it is quick. With a
 * newer plan only what changed is found again, when the Timeline is shown.
 */
export const useTimelineAhead = (gantt: GanttScene | null, isWanted: boolean): void => {
  const present = useEffectEvent(() => gantt)
  const isReady = isWanted && gantt !== null
  useEffect(() => {
    if (!isReady) return
    const prepare = () => {
      const scene = present()
      if (!scene) return
      const { bands } = bandLayout(scene, scene.look.order)
      stop = whenIdle(() => {
        const span = cellSpan(buildScale(scene.grid, 'timeline', scene.scale.zoom).pxPerDay)
        for (const band of bands) {
          if (band.top > loadsPx) break
          if (!band.hasStrip) continue
          centerLoad(scene, band, 'thisWeek')
          centerLoad(scene, band, span)
        }
      })
    }
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = whenIdle(prepare)
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isReady])
}
