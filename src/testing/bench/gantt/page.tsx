import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { hourMs } from '#domain/time/units.ts'
import '#web/styles/index.css'
import type { ScheduleAnswer } from '#contract/schedule.ts'
import { instantUnits, writeSteps } from '#domain/columns.ts'
import { takeInSchedule } from '#domain/schedule/take-in-schedule.ts'
import { writeSchedule } from '#domain/schedule/wire-schedule.ts'
import { GanttSkeleton } from '#web/features/schedule/frame/gantt-skeleton.tsx'
import { painted, paintedWhen } from '../paint.ts'
import { watchFrames } from '../table/watch-frames.ts'
import type { ChartUnderTest, MakeChart } from './chart-under-test.ts'
import { type LinkShape, madeSchedule } from './made-schedule.ts'

const asked = new URLSearchParams(location.search)
const shape = (asked.get('shape') ?? 'few') as LinkShape

const charts: Record<string, () => Promise<MakeChart>> = {
  ganttRows: async () => (plan) => ourRows(plan, 'gantt'),
  timelineRows: async () => (plan) => ourRows(plan, 'timeline'),
  gantt: async () => (plan) => ourChart(plan, 'gantt'),
  timeline: async () => (plan) => ourChart(plan, 'timeline'),
  dhtmlx: async () => (await import('./dhtmlx-chart.ts')).dhtmlxChart,
  svar: async () => (await import('./svar-chart.tsx')).svarChart,
}
const { ourChart, ourRows } = await import('./our-charts.tsx')

/** The server's answer for this plan. */
const answerOf = (plan: ReturnType<typeof madeSchedule>): ScheduleAnswer => {
  const { categories, calendars, from, to, holidays, capacitySpans, timeZone, barsAtPace, now, change } = plan
  const idsOf = (places: readonly number[]) => places.map((place) => categories[place]?.categoryId ?? null)
  const { category, pool, ...operations } = plan.operations
  return {
    timeZone,
    barsAtPace,
    now,
    change,
    touched: null,
    rest: null,
    rows: [writeSchedule({ ...plan, operations: { ...operations, category: idsOf(category), pool: idsOf(pool) } })],
    frame: {
      categories,
      from,
      to,
      holidays,
      capacitySpans,
      calendars: calendars.map(({ name, open }) => ({ name, ...writeSteps({ open }, instantUnits) })),
    },
  }
}

const answer = answerOf(madeSchedule(Number(asked.get('operations') ?? 10_000), shape))
const beganMs = performance.now()
const plan = takeInSchedule(null, answer)
const readMs = performance.now() - beganMs
if (!plan) throw new Error('The answer was not taken in')
// In the product, the font is loaded before the schedule is opened, and the answer is released once it was read.
await document.fonts.load('13px "Inter Variable"')
answer.rows.length = 0
const chart: ChartUnderTest = (await (charts[asked.get('chart') ?? 'gantt'] ?? charts.gantt)?.())?.(
  plan,
) as ChartUnderTest

const root = document.querySelector<HTMLElement>('#root')

/**
 * In the product, the frame of the application and this skeleton are on the screen before the plan arrives: React has run, and the
 * style sheet has been used.
 */
const showSkeleton = async () => {
  if (!root) return
  const waiting = createRoot(root)
  flushSync(() => waiting.render(<GanttSkeleton view="gantt" narrow={false} />))
  await painted()
  waiting.unmount()
}
await showSkeleton()

const isOn = (box: DOMRect) => box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight

const bench = {
  /** Milliseconds to read the columns, which happens where the answer comes in. */
  readMs,
  /** Milliseconds from the data to the first painted frame. */
  mount: async (): Promise<number> => {
    if (!root) throw new Error('No root')
    const startMs = performance.now()
    chart.mount(root)
    return (await painted()) - startMs
  },
  /** Number of visible elements for a selector. */
  inSight: (selector: string): number =>
    [...document.querySelectorAll(selector)].filter((bar) => isOn(bar.getBoundingClientRect())).length,
  /** Milliseconds until the screen has updated for many operations that start an hour later. */
  changeMany: async (count: number): Promise<number> => {
    const dates = Array.from({ length: count }, (_, i) => {
      const row = i * 7
      const [start, end] = [plan.operations.startMs[row] ?? 0, plan.operations.endMs[row] ?? 0]
      return { row, startMs: start + hourMs, endMs: end + hourMs }
    })
    const startMs = performance.now()
    chart.change(dates)
    return (await painted()) - startMs
  },
  /** The center of a bar to drag: near the middle of the screen, and not too short. */
  barToDrag: (selector: string): { id: string; x: number; y: number } | null => {
    const fits = ({ left, right, top, bottom, width }: DOMRect) =>
      left > 560 && right < 1100 && top > 96 && bottom < 700 && width >= 12
    for (const bar of document.querySelectorAll<HTMLElement>(selector)) {
      const box = bar.getBoundingClientRect()
      const id = bar.dataset.taskId ?? bar.dataset.id ?? ''
      if (fits(box)) return { id, x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2) }
    }
    return null
  },
  /** Milliseconds from each watched input to the frame with its result. */
  latencies: [] as number[],
  /** Watches the next pointer move until the element at `selector` has changed. */
  watchMove: (selector: string): void => {
    const look = () => {
      const element = document.querySelector(selector)
      return element ? `${element.getBoundingClientRect().left} ${element.textContent}` : ''
    }
    const before = look()
    const heard = (event: Event) =>
      void paintedWhen(() => look() !== before).then((atMs) => bench.latencies.push(atMs - event.timeStamp))
    addEventListener('pointermove', heard, { capture: true, once: true })
  },
  /** Watches the next input of a type until the following frame is painted. */
  watchInput: (input: string): void => {
    const heard = (event: Event) => void painted().then((atMs) => bench.latencies.push(atMs - event.timeStamp))
    addEventListener(input, heard, { capture: true, once: true })
  },
}
declare global {
  interface Window {
    ganttBench: typeof bench
  }
}
window.ganttBench = bench
window.watchFrames = watchFrames
