import { describe, expect, it } from 'vitest'
import type { ProposalChange } from '#contract/proposals.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { endOfDayMs } from '../time/zone-dates.ts'
import { applyChanges } from './apply-changes.ts'

const start = '2026-11-17T13:00:00.000Z'
const end = '2026-11-17T17:00:00.000Z'
const present = shop([project('p', [operation('Cut'), operation('Weld')]), project('q', [operation('Saw')])])

const ofProject = (fields: Extract<ProposalChange, { kind: 'project' }>['fields']): ProposalChange => ({
  kind: 'project',
  projectId: 'p',
  fields,
})
const ofCut = (fields: Extract<ProposalChange, { kind: 'operation' }>['fields']): ProposalChange => ({
  kind: 'operation',
  projectId: 'p',
  operationId: 'Cut',
  fields,
})

const changedBy = (...changes: ProposalChange[]) => {
  const changed = applyChanges(present, changes)
  if (!changed.ok) throw new Error(changed.reason)
  const [first, second] = changed.snapshot.projects
  return { project: first, cut: first?.operations[0], weld: first?.operations[1], other: second }
}

describe('a changed shop', () => {
  it('has the fields that a project change names, and keeps the others', () => {
    const shipped = '2026-12-04T17:00:00.000Z'
    expect(
      changedBy(ofProject({ priority: 90, plannedShipDate: shipped, currentPhase: 'on_hold' })).project,
    ).toMatchObject({
      priority: 90,
      dueMs: endOfDayMs(Date.parse(shipped), present.timeZone),
      phase: 'on_hold',
      productionStartMs: null,
    })
    expect(changedBy(ofProject({ plannedShipDate: null })).project).toMatchObject({ dueMs: null, priority: 50 })
  })

  it('has an operation that its dates alone pin, and that dates among other fields do not pin', () => {
    const dates = { scheduledStartDate: start, scheduledEndDate: end }
    const moved = { scheduledStartMs: Date.parse(start), scheduledEndMs: Date.parse(end) }
    expect(changedBy(ofCut(dates)).cut).toMatchObject({ ...moved, pinned: true })
    expect(changedBy(ofCut({ ...dates, durationHours: 2 })).cut).toMatchObject({
      ...moved,
      pinned: false,
      durationHours: 2,
    })
  })

  it('has an operation that begins with its first progress and ends with its last', () => {
    expect(changedBy(ofCut({ progressPercentage: 30 })).cut).toMatchObject({
      progressPercent: 30,
      actualStartMs: present.nowMs,
      actualEndMs: null,
    })
    expect(changedBy(ofCut({ progressPercentage: 100 })).cut).toMatchObject({ actualEndMs: present.nowMs })
  })

  it('has the later of two changes of one field, and both of two fields', () => {
    const { cut } = changedBy(ofCut({ durationHours: 2 }), ofCut({ onHold: true }), ofCut({ durationHours: 6 }))
    expect(cut).toMatchObject({ durationHours: 6, onHold: true })
  })

  it('shares everything else with the present shop', () => {
    const { weld, other } = changedBy(ofCut({ durationHours: 2 }))
    expect(weld).toBe(present.projects[0]?.operations[1])
    expect(other).toBe(present.projects[1])
    expect(changedBy()).toEqual({ project: present.projects[0], cut: operation('Cut'), weld: operation('Weld'), other })
  })
})

describe('a change is refused', () => {
  it.each([
    ['when its project does not exist', [{ ...ofProject({ priority: 1 }), projectId: 'none' }], 'notFound'],
    ['when its operation belongs to another project', [{ ...ofCut({ onHold: true }), projectId: 'q' }], 'notFound'],
    ['when its work center does not exist', [ofCut({ categoryId: 'none' })], 'rule'],
    ['when it ends before it starts', [ofCut({ scheduledStartDate: end, scheduledEndDate: start })], 'rule'],
    ['when it holds completed work', [ofCut({ progressPercentage: 100 }), ofCut({ onHold: true })], 'rule'],
  ] as [string, ProposalChange[], string][])('%s', (_case, changes, code) => {
    expect(applyChanges(present, changes)).toMatchObject({ ok: false, code })
  })
})
