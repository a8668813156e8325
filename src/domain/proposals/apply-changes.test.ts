import { describe, expect, it } from 'vitest'
import type { ProposalChange } from '#contract/proposals.ts'
import { operation, project, shop } from '#testing/builders/shop-snapshot.ts'
import { outsideRefusal } from '../categories/category-kind.ts'
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
      progressPercentage: 30,
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

describe('a shop with other working time', () => {
  const day = (name: string, categoryId: string | null = null) => ({
    exceptionId: `id of ${name}`,
    kind: 'overtime' as const,
    name,
    startMs: Date.parse('2026-11-21T13:00:00Z'),
    endMs: Date.parse('2026-11-21T17:00:00Z'),
    categoryId,
  })
  const worked = shop([project('p', [operation('Cut'), operation('Weld', { categoryId: 'weld' })])], {
    exceptions: [day('Rush'), day('Inventory', 'saw')],
  })
  const changed = (...changes: ProposalChange[]) => {
    const outcome = applyChanges(worked, changes)
    if (!outcome.ok) throw new Error(outcome.reason)
    return outcome.snapshot
  }

  it('has a work center outside that was inside before, and the reverse', () => {
    const kindAfter = (...changes: ProposalChange[]) =>
      changed(...changes).categories.find(({ categoryId }) => categoryId === 'weld')?.kind
    const move = (outside: boolean) => ({ kind: 'category' as const, categoryId: 'weld', outside })
    expect(kindAfter(move(true))).toBe('outside')
    expect(kindAfter(move(true), move(false))).toBe('inside')
  })

  it('loses only the overtime that is removed', () => {
    const { exceptions } = changed({ kind: 'exception', exceptionId: 'id of Rush', exception: null })
    expect(exceptions.map(({ name }) => name)).toEqual(['Inventory'])
    expect(worked.exceptions).toHaveLength(2)
  })

  it('has the capacity of a work center for a time, until that is removed or the work center is', () => {
    const one = { name: 'One saw', startsAt: '2026-11-21T13:00:00Z', categoryId: 'saw', units: 1 }
    const { capacitySpans = [], exceptions } = changed({
      kind: 'exception',
      exceptionId: null,
      exception: { kind: 'capacity', ...one },
    })
    const startMs = Date.parse(one.startsAt)
    expect(capacitySpans).toEqual([{ name: 'One saw', categoryId: 'saw', units: 1, startMs, endMs: null }])
    expect(exceptions).toEqual(worked.exceptions)
    const stored = { ...worked, capacitySpans: capacitySpans.map((span) => ({ ...span, exceptionId: 'half' })) }
    for (const change of [
      { kind: 'exception', exceptionId: 'half', exception: null },
      { kind: 'categoryGone', categoryId: 'saw', reassignTo: 'weld' },
    ] as const) {
      const outcome = applyChanges(stored, [change])
      expect(outcome.ok && outcome.snapshot.capacitySpans).toEqual([])
    }
  })

  it('has another capacity and another shift pattern of a work center, and keeps what is not named', () => {
    const { categories } = changed({ kind: 'category', categoryId: 'saw', capacity: 3 })
    expect(categories.find(({ categoryId }) => categoryId === 'saw')).toEqual({
      ...worked.categories.find(({ categoryId }) => categoryId === 'saw'),
      capacity: 3,
    })
  })

  it('loses a work center with its overtime, and its operations move', () => {
    const { categories, exceptions, projects } = changed({
      kind: 'categoryGone',
      categoryId: 'saw',
      reassignTo: 'weld',
    })
    expect(categories.map(({ categoryId }) => categoryId)).toEqual(['weld', 'shut'])
    expect(exceptions.map(({ name }) => name)).toEqual(['Rush'])
    expect(projects[0]?.operations.map(({ categoryId }) => categoryId)).toEqual(['weld', 'weld'])
  })

  it('has the days of a new yearly holiday, and ends the ship dates in another time zone', () => {
    const rule = { kind: 'date', month: 12, day: 24, observed: 'asIs' } as const
    const { holidays } = changed({
      kind: 'holiday',
      holidayId: null,
      holiday: { name: 'Eve', date: '2026-01-01', rule },
    })
    expect(holidays.filter(({ name }) => name === 'Eve').map(({ date }) => date)).toContain('2031-12-24')
    const shipMs = Date.parse('2026-12-04T02:00:00Z')
    const dated = { ...worked, projects: worked.projects.map((one) => ({ ...one, shipMs, dueMs: shipMs })) }
    const moved = applyChanges(dated, [{ kind: 'organisation', timeZone: 'Europe/Berlin' }])
    expect(moved.ok && moved.snapshot.projects[0]?.dueMs).toBe(Date.parse('2026-12-04T23:00:00Z'))
  })

  const overtime = { kind: 'overtime', name: '', startsAt: start, endsAt: end, categoryId: 'zinc' } as const
  const eve = { name: 'Eve', date: '2026-12-24', categoryId: 'zinc' }
  it.each([
    { kind: 'exception', exceptionId: null, exception: overtime },
    { kind: 'holiday', holidayId: null, holiday: eve },
    { kind: 'holidays', holidays: [eve] },
    { kind: 'category', categoryId: 'zinc', capacity: 2 },
  ] satisfies ProposalChange[])('is refused for a work center outside: $kind', (change) => {
    const zinc = { categoryId: 'zinc', name: 'Zinc', capacity: 1, shiftId: null, kind: 'outside' as const }
    const outcome = applyChanges({ ...worked, categories: [zinc] }, [change])
    expect(outcome).toMatchObject({ ok: false, code: 'rule', reason: outsideRefusal })
  })

  it.each([
    ['for an unknown overtime', { kind: 'exception', exceptionId: 'none', exception: null }, 'notFound'],
    ['for an unknown shift pattern', { kind: 'shift', shiftId: 'none', versions: [] }, 'notFound'],
    ['for an unknown holiday', { kind: 'holiday', holidayId: 'none', holiday: null }, 'notFound'],
    ['when its shift pattern does not exist', { kind: 'category', categoryId: 'saw', shiftId: 'none' }, 'rule'],
    ['when a used work center has no successor', { kind: 'categoryGone', categoryId: 'saw' }, 'rule'],
  ] as [string, ProposalChange, string][])('is refused %s', (_case, change, code) => {
    expect(applyChanges(worked, [change])).toMatchObject({ ok: false, code })
  })
})

describe('a shop with removed or linked work', () => {
  const chained = shop([
    project('p', [
      operation('cut'),
      operation('weld', { dependencies: [{ operationId: 'cut', lagHours: 2 }] }),
      operation('paint', { dependencies: [{ operationId: 'weld', lagHours: 0 }] }),
    ]),
    project('q', [operation('saw')]),
  ])
  const link = (operationId: string, dependencies: string[], dependencyLagHours?: Record<string, number>) =>
    ({
      kind: 'operation',
      projectId: 'p',
      operationId,
      fields: { dependencies, ...(dependencyLagHours && { dependencyLagHours }) },
    }) as const

  it('lacks a removed project, or a removed operation with the dependencies on it', () => {
    const without = applyChanges(chained, [
      { kind: 'projectGone', projectId: 'q' },
      { kind: 'operationGone', projectId: 'p', operationId: 'weld' },
    ])
    if (!without.ok) throw new Error(without.reason)
    expect(without.snapshot.projects.map(({ projectId }) => projectId)).toEqual(['p'])
    expect(without.snapshot.projects[0]?.operations.map((of) => [of.name, of.dependencies])).toEqual([
      ['cut', []],
      ['paint', []],
    ])
  })

  it('has the dependencies that a change names, and keeps the lag of those that stay', () => {
    const linked = applyChanges(chained, [link('paint', ['cut', 'weld'], { cut: 5 }), link('weld', ['cut'])])
    if (!linked.ok) throw new Error(linked.reason)
    expect(linked.snapshot.projects[0]?.operations.map((of) => of.dependencies)).toEqual([
      [],
      [{ operationId: 'cut', lagHours: 2, lagUnit: 'working', maxLagHours: null, overlapPercent: null }],
      [
        { operationId: 'cut', lagHours: 5, lagUnit: 'working', maxLagHours: null, overlapPercent: null },
        { operationId: 'weld', lagHours: 0, lagUnit: 'working', maxLagHours: null, overlapPercent: null },
      ],
    ])
  })

  it('has the unit of a lag that a change names', () => {
    const fields = { dependencyLagUnits: { cut: 'calendar' as const } }
    const dried = applyChanges(chained, [{ kind: 'operation', projectId: 'p', operationId: 'weld', fields }])
    if (!dried.ok) throw new Error(dried.reason)
    const [, weld] = dried.snapshot.projects[0]?.operations ?? []
    expect(weld?.dependencies).toEqual([
      { operationId: 'cut', lagHours: 2, lagUnit: 'calendar', maxLagHours: null, overlapPercent: null },
    ])
  })

  it.each([
    ['operations would wait for each other', [link('cut', ['paint'])], 'rule'],
    ['an operation would wait for one of another project', [link('cut', ['saw'])], 'rule'],
    ['a lag belongs to no dependency', [link('weld', [], { cut: 1 })], 'rule'],
    [
      'an operation is changed after its removal',
      [{ kind: 'projectGone', projectId: 'p' }, link('cut', [])],
      'notFound',
    ],
  ] as [string, ProposalChange[], string][])('is refused when %s', (_case, changes, code) => {
    expect(applyChanges(chained, changes)).toMatchObject({ ok: false, code })
  })
})
