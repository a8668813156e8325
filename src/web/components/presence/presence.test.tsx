import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { PresentPerson } from '#contract/live-events.ts'
import { openTab } from '#testing/web-harness.ts'
import { openedRun } from '#web/components/scheduling-run/opened-run.ts'
import { RunningChip } from '#web/components/scheduling-run/running-chip.tsx'
import { setLiveState } from '#web/live/live-state.ts'
import { setTenant } from '#web/stores/session.ts'
import { ColleaguesHere, colleaguesAt } from './colleagues-here.tsx'
import { pageOf } from './use-report-presence.ts'

const projectId = '3f0e4c1a-0000-4000-8000-000000000001'
const person = (userId: string, over: Partial<PresentPerson> = {}): PresentPerson => ({
  userId,
  name: `Person ${userId}`,
  clientId: null,
  projectId: null,
  screen: 'dashboard',
  ...over,
})
describe('presence', () => {
  it.each([
    ['/', null, 'dashboard'],
    ['/projects', null, 'projects'],
    [`/projects/${projectId.toUpperCase()}`, projectId, 'project'],
    [`/projects/${projectId}/operations/x`, projectId, 'operation'],
    ['/projects/not-an-id', null, 'projects'],
    ['/overdue-operations', null, 'overdue'],
    ['/admin-access', null, 'admin'],
    ['/profile', null, 'other'],
  ])('of a reader on %s is sent as project %s and screen %s', (path, project, name) => {
    expect(pageOf(path)).toEqual({ projectId: project, screen: name })
  })

  it('on a project lists each colleague on it or on its operations once, and never the reader', () => {
    const people = [
      person('b', { projectId, screen: 'operation' }),
      person('a', { projectId, screen: 'project' }),
      person('b', { projectId, screen: 'project' }),
      person('me', { projectId, screen: 'project' }),
      person('c', { screen: 'kanban' }),
    ]
    const ids = (where: Parameters<typeof colleaguesAt>[1]) =>
      colleaguesAt(people, where, 'me').map(({ userId }) => userId)
    expect(ids({ projectId })).toEqual(['a', 'b'])
    expect(ids({ screen: 'kanban' })).toEqual(['c'])
    expect(ids({ screen: 'schedule' })).toEqual([])
  })

  it('is shown with initials and names, and disappears when the organization changes', () => {
    openTab({ local: { userId: 'me', currentTenantId: projectId } })
    render(<ColleaguesHere where={{ projectId }} />)
    expect(screen.queryByRole('note')).toBeNull()
    act(() => setLiveState({ people: [person('a', { projectId, name: 'Ravi Singh' })] }))
    expect(screen.getByRole('note', { name: 'Also here: Ravi Singh' }).textContent).toBe('RSRavi Singh')
    act(() => setTenant({ tenantId: '3f0e4c1a-0000-4000-8000-000000000002', name: 'Other' }))
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('includes a chip that names who runs the scheduler and opens that run', () => {
    openTab({ local: { userId: 'me', currentTenantId: projectId } })
    render(<RunningChip />)
    const run = { runId: 'r', startedBy: 'Ravi Singh', completed: 34, total: 120, projectId: null, preview: false }
    act(() => setLiveState({ run }))
    const chip = screen.getByRole('button', { name: 'Ravi Singh runs the scheduler, show the run' })
    expect(chip.textContent).toContain('34/120')
    act(() => chip.click())
    expect(openedRun.get()).toBe('r')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
