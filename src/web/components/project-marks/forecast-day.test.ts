import { expect, it } from 'vitest'
import { projectStates } from '#contract/vocabulary.ts'
import { aProject } from '#testing/builders/a-project.ts'
import { forecastDayWords } from './forecast-day.ts'

const dates = { zone: 'America/Chicago', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const
const nowMs = Date.parse('2026-11-28T12:00:00Z')
const words = (change: Parameters<typeof aProject>[0]) => forecastDayWords(aProject(change), dates, nowMs)

it.each(projectStates)(
  'a project without a forecast is "Not scheduled" only if its open work has no date: %s',
  (state) => {
    expect(words({ state, forecastCompletionDate: null })).toBe(state === 'unscheduled' ? 'Not scheduled' : '—')
  },
)

it('the forecast of a late project is its date, even if some of its work has no date', () => {
  expect(words({ state: 'late', forecastCompletionDate: '2026-12-03T04:00:00Z' })).toBe('Wed 12/02')
})
