import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LatePart } from '#contract/late-parts.ts'
import type { OperationCause } from '#contract/operation-lists.ts'
import { hourMs } from '#domain/time/units.ts'
import { LateParts } from './late-parts.tsx'

const about = { operation: null, workCenter: null, holiday: null, available: null, hours: 8, days: 1, until: null }

const part = (
  name: string,
  hours: number,
  cause: Partial<OperationCause> & Pick<OperationCause, 'code'>,
): LatePart => ({
  operation: { operationId: name, name },
  lateMs: hours * hourMs,
  cause: { ...about, ...cause },
  remedy: { code: 'none', operation: null, workCenter: null },
})

const saw = { categoryId: 'saw', name: 'Saw', kind: 'inside' } as const
const first = { operationId: 'x', projectId: 'q', projectNumber: '1037', name: 'Cut' }
const dates = { zone: 'UTC', dateFormat: 'MM/dd/yyyy', timeFormat: '12h' } as const

const listed = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

const welders = { categoryId: 'w', name: 'Welders', kind: 'pool' } as const

it('the list has one line for a pool, whichever operations use it', () => {
  const parts = ['Cut', 'Bend'].map((name) =>
    part(name, 2, { code: 'workCentreBusy', workCenter: welders, operation: { ...first, name } }),
  )
  render(<LateParts lateness={{ latenessDays: 1, lateMs: 4 * hourMs, parts }} dates={dates} nowMs={0} />)
  expect(listed()).toEqual(['Waits for Welders 100 % 4 h'])
})

it('the line of a pool names the absence', () => {
  const available = { name: 'Leave of a welder', units: 1, usual: 2 }
  const parts = ['Cut', 'Bend'].map((name) =>
    part(name, 2, { code: 'workCentreBusy', workCenter: welders, operation: { ...first, name }, available }),
  )
  render(<LateParts lateness={{ latenessDays: 1, lateMs: 4 * hourMs, parts }} dates={dates} nowMs={0} />)
  expect(listed()).toEqual(['Waits for Welders: Leave of a welder 100 % 4 h'])
})

it('the list has one line for each cause, however many operations have it, the largest first', () => {
  const parts = [
    part('Cut', 5, { code: 'startedLate' }),
    part('Bend', 4, { code: 'wasTaken', workCenter: saw, operation: first }),
    part('Weld', 3, { code: 'wasTaken', workCenter: saw, operation: { ...first, name: 'Saw blanks' } }),
    part('Pack', 2, { code: 'startedLate', hours: 1, days: 0.1 }),
    part('Test', 1, { code: 'wasPlanned' }),
    part('Ship', 1, { code: 'planned' }),
  ]
  render(<LateParts lateness={{ latenessDays: 1, lateMs: 16 * hourMs, parts }} dates={dates} nowMs={0} />)
  expect(listed()).toEqual(['Started late 44 % 7 h', 'Saw was taken 44 % 7 h', 'Planned late 13 % 2 h'])
})

it('the bar omits the time in a segment that is too narrow for it, and the list names every cause with its share', () => {
  const codes = ['startedLate', 'closed', 'pinned', 'onHold', 'release', 'material'] as const
  const parts = codes.map((code, index) => part(code, index === 0 ? 95 : 1, { code, hours: 1 }))
  const { container } = render(
    <LateParts lateness={{ latenessDays: 5, lateMs: 100 * hourMs, parts }} dates={dates} nowMs={0} />,
  )
  const segments = [...(container.querySelector('[aria-hidden=true]')?.children ?? [])]
  expect(segments.map(({ textContent }) => textContent)).toEqual(['3 d 23 h', '', '', '', ''])
  expect(listed()).toHaveLength(6)
  expect(listed().slice(-2)).toEqual(['Project not released 1 % 1 h', 'Waits for material 1 % 1 h'])
})
