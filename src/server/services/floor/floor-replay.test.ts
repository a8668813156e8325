import { describe, expect, it } from 'vitest'
import { type FloorReport, floorReportKinds } from '#contract/floor.ts'
import { minuteMs } from '#domain/time/units.ts'
import { floorShop } from '#testing/floor-shop.ts'

const { shop, pass, planner, addWork, report } = floorShop()

/** Every kind of report, in an order that each of them can follow. */
const shift: readonly Partial<FloorReport>[] = [
  { kind: 'start' },
  { kind: 'pieces', good: 3, scrap: 1, scrapReason: 'Porosity' },
  { kind: 'hoursLeft', hoursLeft: 20 },
  { kind: 'progress', progressPercentage: 50 },
  { kind: 'note', note: 'Clamp it' },
  { kind: 'pause', reason: 'Break' },
  { kind: 'resume' },
  { kind: 'hold', reason: 'Machine down' },
  { kind: 'resume' },
  { kind: 'done' },
]

type Work = Awaited<ReturnType<typeof addWork>>

/** What the reports left behind, without ids and times of storing. */
const traceOf = async ({ path, read }: Work) => {
  const { notes, progressPercentage, durationHours, status, actualStartDate, actualEndDate } = await read()
  const { intervals } = (await planner().get(`${path}/intervals`)).body
  const { good, scrap, entries } = (await planner().get(`${path}/floor-reports`)).body
  return {
    operation: { notes, progressPercentage, durationHours, status, actualStartDate, actualEndDate },
    intervals: intervals.map((one: Record<string, unknown>) => [one.startedAt, one.endedAt]),
    pieces: { good, scrap },
    entries: entries.map((one: Record<string, unknown>) => [one.kind, one.at, one.reason]),
  }
}

describe('reports that waited for the network', () => {
  it('every kind that is sent twice counts once, in the order in which the buttons were pressed', async () => {
    expect(new Set(shift.map(({ kind }) => kind))).toEqual(new Set(floorReportKinds))
    const pressed: { readonly fields: Partial<FloorReport>; readonly reportedAt: string }[] = []
    for (const fields of shift) {
      pressed.push({ fields, reportedAt: shop.server.clock.now().toISOString() })
      await pass(10 * minuteMs)
    }
    const send = async (times: number) => {
      const work = await addWork('Weld', 0, { durationHours: 14, quantity: 14 })
      for (const [index, { fields, reportedAt }] of pressed.entries()) {
        for (let sent = 0; sent < times; sent++) {
          const { status, text } = await report(
            work.operationId,
            { ...fields, reportedAt },
            `${work.operationId}-${index}`,
          )
          expect([fields.kind, status, text]).toEqual([fields.kind, 200, expect.anything()])
        }
      }
      return traceOf(work)
    }
    const once = await send(1)
    expect(once).toMatchObject({
      operation: { status: 'Completed', notes: 'Saw tablet: Clamp it', actualEndDate: pressed.at(-1)?.reportedAt },
      pieces: { good: 3, scrap: 1 },
    })
    expect(once.intervals).toHaveLength(3)
    expect(await send(2)).toEqual(once)
  })
})
