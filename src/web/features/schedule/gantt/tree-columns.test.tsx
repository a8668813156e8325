import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { projectStates } from '#contract/vocabulary.ts'
import { at, Scene, scenePlan } from '#testing/schedule/scene-fixture.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The cells of the columns "Ends" and "State" in the row with this name. */
const cellsOf = (name: RegExp) => {
  const row = within(screen.getByRole('treegrid')).getByRole('row', { name })
  return within(row)
    .getAllByRole('gridcell')
    .slice(1, 3)
    .map((cell) => cell.textContent)
}

/** "Weld frame" is planned until Thursday the 19th and forecast until Saturday the 21st. */
const forecast = {
  ids: [scenePlan.operations.ids[1] ?? ''],
  startMs: [at(5, 14)],
  endMs: [at(5, 20)],
  needByMs: [0],
  p10Ms: [0],
  p90Ms: [0],
}

it('the column "Ends" of the Gantt chart has the end in the forecast, for projects and for operations', () => {
  render(<Scene expandedAll dates={{ forecast }} />)
  expect(cellsOf(/Weld frame/)[0]).toBe('Sat 11/21')
  expect(cellsOf(/Frame 0/)[0]).toBe('Fri 11/20')
  expect(screen.getByTitle(/the forecast end/).textContent).toBe('Ends')
})

it('a project with open work that has no date shows no end in the Gantt chart, and says once that it is not scheduled', () => {
  const { projects } = scenePlan
  const states = projects.states.with(1, projectStates.indexOf('unscheduled'))
  const latenessDays = projects.latenessDays.with(1, null)
  render(<Scene expandedAll data={{ ...scenePlan, projects: { ...projects, states, latenessDays } }} />)
  expect(cellsOf(/Frame 1/)).toEqual(['—', 'Not scheduled'])
})
