import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { projectPhases } from '#contract/vocabulary.ts'
import { aProject } from '#testing/builders/a-project.ts'
import { ShipDays } from './lateness-mark.tsx'

const nowMs = Date.parse('2026-11-18T09:00:00Z')
const said = (change: Parameters<typeof aProject>[0]) =>
  render(<ShipDays project={aProject(change)} zone="UTC" nowMs={nowMs} />).container.textContent

it.each(projectPhases)(
  'a project in the phase %s shows the days to its ship date only while it can ship',
  (currentPhase) => {
    const isOver = currentPhase === 'shipped' || currentPhase === 'cancelled'
    const project = { currentPhase, plannedShipDate: '2026-11-23T09:00:00Z', pastDueDays: null }
    expect(said(project)).toBe(isOver ? '' : 'in 5 d')
  },
)
