import { describe, expect, it } from 'vitest'
import type { Delivery, EstimateAccuracy, LateCauses, LoadMatrix } from '#contract/analytics.ts'
import {
  binName,
  causeTable,
  estimateTable,
  latenessTable,
  loadTable,
  onTimeTable,
  percentOf,
  shortBinName,
} from './delivery-tables.ts'

describe('the tables of the analytics', () => {
  it('round shares to whole percent, and show no share of zero', () => {
    expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 4), percentOf(1, 1)]).toEqual([33, 67, 0, 100])
    expect([percentOf(0, 0), percentOf(5, 0)]).toEqual([null, null])
  })

  it.each([
    [null, -14, '14 d early or more', '14+'],
    [-7, -4, '4-7 d early', '4-7'],
    [-3, -1, '1-3 d early', '1-3'],
    [0, 0, 'On the day', '0'],
    [1, 3, '1-3 d late', '1-3'],
    [8, 13, '8-13 d late', '8-13'],
    [14, null, '14 d late or more', '14+'],
  ])('name the shipments that are %s to %s days late', (fromDays, toDays, long, short) => {
    const bin = { fromDays, toDays, projects: 2 }
    expect([binName(bin), shortBinName(bin)]).toEqual([long, short])
    expect(latenessTable({ lateness: [bin] } as unknown as Delivery).rows).toEqual([[long, 2]])
  })

  it('show the on-time rate of each month, with no rate for a month without shipments', () => {
    const months = [
      { month: '2026-10', shipped: 8, onTime: 6 },
      { month: '2026-11', shipped: 0, onTime: 0 },
    ]
    const { columns, rows } = onTimeTable({ months } as unknown as Delivery)
    expect(columns).toEqual(['Month', 'On time, %', 'Shipped', 'On time'])
    expect(rows).toEqual([
      ['2026-10', 75, 8, 6],
      ['2026-11', null, 0, 0],
    ])
  })

  it('list what makes projects late: work centers first, then causes without a queue, each with its share', () => {
    const causes = {
      lateDays: 40,
      workCenters: [{ name: 'Saw', lateDays: 30, projects: 3, waitingDays: 12 }],
      others: [{ cause: 'material', lateDays: 10, projects: 1 }],
    }
    expect(causeTable(causes as unknown as LateCauses).rows).toEqual([
      ['Saw', 30, 75, 3, 12],
      ['Waits for material', 10, 25, 1, null],
    ])
  })

  it('compare estimates with actual hours in percent', () => {
    const row = {
      name: 'Saw',
      medianRatio: 1.126,
      withinTenth: 3,
      operations: 4,
      includingWaiting: 1,
      plannedHours: 80,
      actualHours: 90,
    }
    const { columns, rows } = estimateTable({ workCenters: [row] } as unknown as EstimateAccuracy)
    expect(columns).toHaveLength(rows[0]?.length ?? 0)
    expect(rows).toEqual([['Saw', 113, 75, 80, 90, 4, 1]])
  })

  it('show the load of each week in percent of its own open hours, and none for a week that is closed', () => {
    const weeks = [{ week: '2026-11-16' }, { week: '2026-11-23' }, { week: '2026-11-30' }]
    const saw = { name: 'Saw', loadHours: [20, 30, 5], openHours: [40, 20, 0], backlogHours: 7 }
    const { columns, rows } = loadTable({ weeks, workCenters: [saw] } as unknown as LoadMatrix)
    expect(columns).toEqual(['Work center', 'Backlog, h', '2026-11-16', '2026-11-23', '2026-11-30'])
    expect(rows).toEqual([['Saw', 7, 50, 150, null]])
  })
})
