import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LateDays } from './last-run-panel.tsx'

const effect = { becameLate: 0, later: 0, noDate: 0, newDate: 9, recovered: 0, earlier: 0 }
const saidOf = (change: Partial<typeof effect>) =>
  render(<LateDays run={{ lateDays: 11, lateDaysBefore: 0, effect: { ...effect, ...change } }} />).container.textContent

it('the dashboard compares the late days of a run with the late days without it', () => {
  expect(saidOf({ becameLate: 1 })).toBe('Late days of all projects1111 more than without the run')
})

it('the dashboard compares the first plan with nothing', () => {
  expect(saidOf({})).toBe('Late days of all projects11')
})
