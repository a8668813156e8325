import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { projectStates } from '#contract/vocabulary.ts'
import { aProject } from '#testing/builders/a-project.ts'
import { ProjectedDate } from './projected-date.tsx'

const at = '2026-12-04T08:00:00Z'
const said = (change: Parameters<typeof aProject>[0], short = false) =>
  render(<ProjectedDate project={aProject(change)} format={() => '12/04'} short={short} />).container.textContent

it('an unscheduled project shows its ship date, marked as such', () => {
  const unscheduled = { projectedCompletionDate: at, projectedFrom: 'shipDate' } as const
  expect(said(unscheduled)).toBe('12/04 (ship date, not scheduled)')
  expect(said(unscheduled, true)).toBe('Ship 12/04')
})

it.each(projectStates)('a project in the state %s shows its scheduled end, or "Not set"', (state) => {
  expect(said({ projectedCompletionDate: at, projectedFrom: 'schedule', state })).toBe('12/04')
  expect(said({ projectedCompletionDate: null, projectedFrom: 'none', state })).toBe('Not set')
})
