import { describe, expect, it } from 'vitest'
import { hourMs } from '#domain/time/units.ts'
import { fixturePlan } from '#testing/schedule/plan-fixture.ts'
import type { GanttScene } from '../gantt-context.ts'
import { buildRows, projectOrder, rowPositions } from '../model/row-list.ts'
import { buildModel } from '../model/schedule-model.ts'
import { firstBetween, linkEnds, linksOf } from './link-ends.ts'
import { rowPx } from './row-px.ts'

const origin = Date.UTC(2026, 10, 16)
const hourAt = (hour: number) => ({ startMs: origin + hour * hourMs, endMs: origin + (hour + 1) * hourMs })

describe('links to many operations that start together', () => {
  // The first operation, and 500 that wait for it.
  const model = buildModel(
    fixturePlan({
      projects: [[hourAt(0), ...Array.from({ length: 500 }, () => hourAt(2))]],
      links: Array.from({ length: 500 }, (_, i) => [0, i + 1] as const),
    }),
  )
  const rows = buildRows(model, projectOrder(model), () => true)
  const scale = { zoom: 'hours', originMs: origin, pxPerMs: 10 / hourMs, pxPerDay: 240, widthPx: 2_400 } as const
  const gantt = { model, scale } as unknown as GanttScene
  const window = { firstRow: 0, lastRow: 28, fromX: 0, toX: 1_000, originX: 0, originRow: 0 }
  const ends = linksOf(model, [0]).map((link) => linkEnds(gantt, rowPositions(model, rows), undefined, link, window))

  it('end right below the window at the latest', () => {
    expect(ends).toHaveLength(500)
    for (const one of ends) expect(one?.toY).toBeLessThan(30 * rowPx)
    expect(ends[0]?.toY).toBe(2 * rowPx + 6)
  })

  it('are drawn once where they look the same', () => {
    const isFirst = firstBetween()
    const drawn = ends.filter((one) => one !== null && isFirst(one, 'gray'))
    // The rows of the window below the first, and one line to all others.
    expect(drawn).toHaveLength(28)
  })
})
