import { expect, it } from 'vitest'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { at, behind } from '#testing/plan-by-hand.ts'
import type { ShopSnapshot } from '../scheduling/shop-snapshot.ts'
import { explainForecast } from './explain-forecast.ts'
import { forecastShop } from './forecast-shop.ts'

/** A project that is cut here on Monday and is then at a supplier for five days, until Saturday noon. */
const atSupplier = (dueMs: number): ShopSnapshot => {
  const cut = operation('cut', { scheduledStartMs: at('16T08:00'), scheduledEndMs: at('16T12:00') })
  const zinc = operation('zinc', {
    categoryId: 'zinc',
    durationHours: 120,
    dependencies: behind('cut'),
    scheduledStartMs: at('16T12:00'),
    scheduledEndMs: at('21T12:00'),
  })
  const made = shop([project('p', [cut, zinc], { dueMs })])
  const center = { categoryId: 'zinc', name: 'Zinc', capacity: 1, shiftId: null, kind: 'outside' as const }
  return { ...made, categories: [...made.categories, center] }
}

it('a project is late because of the days at a supplier, and the cause names its work center', () => {
  const forecast = forecastShop(atSupplier(at('19T00:00')))
  const [made] = explainForecast(forecast, { placementOf: () => null, heldTime: new Map() })
  const cause = { code: 'atSupplier', categoryId: 'zinc', hours: 120, days: 5 }
  expect(made?.parts).toMatchObject([{ index: 1, verdict: { cause }, lateMs: 60 * 3_600_000 }])
  expect(made?.verdicts[1]?.cause).toEqual(cause)
})

it('work must be at a supplier early enough: need-by and slack count the weekend', () => {
  const [made] = forecastShop(atSupplier(at('24T00:00'))).projects
  expect(made?.operations.map(({ needByMs }) => needByMs)).toEqual([at('19T00:00'), at('24T00:00')])
  expect(made?.operations[1]?.slackDays).toBe(2.5)
})
