import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LatePart } from '#contract/late-parts.ts'
import type { Operation } from '#contract/operations.ts'
import type { ProjectRemedy } from '#contract/remedies.ts'
import { ChainList } from './chain-list.tsx'

const dates = { dateFormat: 'MM/dd/yyyy', timeFormat: '12h', zone: 'UTC' } as const
const about = { holiday: null, available: null, hours: null, days: null, until: null }
const saw = { categoryId: 'saw', name: 'Saw', kind: 'inside' } as const
const names = ['Cut', 'Bend']

const operations = names.map((name, index) => ({
  operationId: name,
  projectId: 'p',
  name,
  dependencies: names.slice(0, index),
  actualStartDate: null,
  actualEndDate: null,
  progressPercentage: 0,
  status: 'Not Started',
  outlook: null,
  scheduledStartDate: `2026-11-1${index}T08:00:00Z`,
  scheduledEndDate: `2026-11-1${index}T16:00:00Z`,
})) as unknown as Operation[]

const behind = (name: string, priority: number, projectId = 'q'): LatePart => ({
  operation: { operationId: name, name },
  lateMs: 3_600_000,
  cause: {
    ...about,
    code: 'workCentreBusy',
    workCenter: saw,
    priority,
    operation: { operationId: `x${name}`, projectId, projectNumber: 'J-2400', name: 'Saw blanks' },
  },
  remedy: { code: 'none', operation: null, workCenter: null },
})

const first: ProjectRemedy = {
  code: 'goFirst',
  operation: null,
  workCenter: saw,
  changes: [],
  method: 'keepSequence',
  ahead: 13,
  completionDate: '2026-11-11T16:00:00Z',
  latenessDays: 0,
  gainMs: 3_600_000,
  delayed: [],
  lateDaysBefore: 260,
  lateDays: 278,
  laterProjects: 15,
  becomeLate: 13,
}

const show = async (parts: readonly LatePart[], remedies?: readonly ProjectRemedy[]): Promise<string> => {
  const chain = [...operations].reverse()
  const list = () => (
    <ChainList
      project={{ projectId: 'p', priority: 92 }}
      chain={chain}
      operations={operations}
      parts={parts}
      remedies={remedies}
      dates={dates}
      nowMs={0}
      onMark={() => undefined}
    />
  )
  const router = createRouter({
    routeTree: createRootRoute({ component: list }),
    history: createMemoryHistory(),
  })
  const { container } = render(<RouterProvider router={router as never} />)
  await screen.findByText('Bend')
  return container.textContent ?? ''
}

const words = '#J-2400 is P40 and goes before this P92.'

it('the panel explains once why work with a lower priority goes first', async () => {
  const text = await show([behind('Bend', 40), behind('Cut', 40)])
  expect(text.split(words)).toHaveLength(2)
})

it.each([
  ['a project with a higher priority', [behind('Bend', 95), behind('Cut', 92)]],
  ['its own project', [behind('Bend', 40, 'p')]],
])('the panel does not mention priority if it waits for %s', async (_, parts) => {
  expect(await show(parts)).not.toContain('goes before')
})

it('the panel gives the cost of going first from the remedy that was computed for that queue', async () => {
  const cost = 'Going first would make 13 other projects late: 278 late days in the shop instead of 260.'
  expect(await show([behind('Bend', 40)], [first])).toContain(cost)
})

it.each<[string, readonly ProjectRemedy[] | undefined]>([
  ['is computed', undefined],
  ['goes ahead in that queue', [{ ...first, workCenter: { ...saw, categoryId: 'paint' } }]],
  ['keeps the sequence of the others', [{ ...first, method: 'optimize' }]],
])('the panel gives no cost of going first if no such remedy %s', async (_, remedies) => {
  expect(await show([behind('Bend', 40)], remedies)).not.toContain('Going first')
})
