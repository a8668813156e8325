export interface FrameReport {
  frames: number
  p95Ms: number
  longestTaskMs: number
  /** Frames in which a part of the list showed no row. */
  blankFrames: number
  /** Frames in which a visible row was still a placeholder. */
  waitingFrames: number
}

/** Selectors of the watched elements, as in `TableParts`. */
interface Looks {
  list: string
  heads: string
  row: string
  waiting: string
}

/** How much of the list's height no row covers, and whether a visible row waits for its content. */
const lookAt = (list: Element, { heads, row: rows, waiting }: Looks) => {
  const { bottom } = list.getBoundingClientRect()
  const top = document.querySelector(heads)?.getBoundingClientRect().bottom ?? 0
  const inSight = [...list.querySelectorAll(rows)]
    .map((row) => ({ row, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > top && box.top < bottom && box.height > 0)
    .sort((one, other) => one.box.top - other.box.top)
  let [coveredTo, blankPx] = [inSight[0] ? Math.max(top, inSight[0].box.top) : top, 0]
  blankPx += coveredTo - top
  for (const { box } of inSight) {
    blankPx += Math.max(0, box.top - coveredTo)
    coveredTo = Math.max(coveredTo, box.bottom)
  }
  return {
    blank: blankPx + Math.max(0, bottom - coveredTo) > 1,
    waiting: inSight.some(({ row }) => row.matches(waiting)),
  }
}

/** Checks every frame until `stop()`. The check itself costs time, so it is not used in the timed pass. */
export const watchFrames = (looks: Looks | null) => {
  const stamps: number[] = []
  const report: FrameReport = { frames: 0, p95Ms: 0, longestTaskMs: 0, blankFrames: 0, waitingFrames: 0 }
  const observer = new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) report.longestTaskMs = Math.max(report.longestTaskMs, duration)
  })
  observer.observe({ type: 'longtask' })
  let over = false
  const frame = (atMs: number) => {
    stamps.push(atMs)
    const element = looks && document.querySelector(looks.list)
    if (looks && element) {
      const { blank, waiting: waits } = lookAt(element, looks)
      if (blank) report.blankFrames++
      if (waits) report.waitingFrames++
    }
    if (!over) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  return {
    stop: (): FrameReport => {
      over = true
      observer.disconnect()
      const spans = stamps.slice(1).map((atMs, index) => atMs - (stamps[index] ?? atMs))
      const p95Ms = spans.sort((a, b) => a - b)[Math.floor(spans.length * 0.95)] ?? Number.NaN
      return { ...report, frames: spans.length, p95Ms }
    },
  }
}
