import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aProject } from '#testing/builders/a-project.ts'
import { ProjectedDate } from './projected-date.tsx'

const at = '2026-12-04T08:00:00Z'
const said = (change: Parameters<typeof aProject>[0], short = false) =>
  render(<ProjectedDate project={aProject(change)} format={() => '12/04'} short={short} />).container.textContent

it('the date of an unscheduled project is marked as the ship date', () => {
  const unscheduled = { projectedCompletionDate: at, projectedFrom: 'shipDate', state: 'unscheduled' } as const
  expect(said(unscheduled)).toBe('12/04 (ship date, not scheduled)')
  expect(said(unscheduled, true)).toBe('12/04 (ship date)')
})

it('a scheduled project shows only its date, and a project without a date shows "Not set"', () => {
  expect(said({ projectedCompletionDate: at, projectedFrom: 'schedule', state: 'onTime' })).toBe('12/04')
  expect(said({ projectedCompletionDate: null, projectedFrom: 'none', state: 'unscheduled' })).toBe('Not set')
})

it('a project on hold shows no forecast and the reason', () => {
  const held = { projectedCompletionDate: null, projectedFrom: 'none', state: 'onHold' } as const
  expect(said(held)).toBe('On hold, no forecast')
  expect(said(held, true)).toBe('—')
})
