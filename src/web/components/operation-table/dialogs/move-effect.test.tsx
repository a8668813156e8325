import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { MovePreview } from '#contract/bulk-operations.ts'
import { MoveEffect } from './move-effect.tsx'

const outlook = { forecastCompletionDate: '2026-11-30T16:00:00Z', latenessDays: 0 }
const project = (projectNumber: string) => ({
  projectId: projectNumber,
  projectNumber,
  projectName: 'Frame',
  before: outlook,
  after: outlook,
  daysLater: 0,
})
const span = { startDate: '2026-11-26T08:00:00Z', endDate: '2026-11-26T16:00:00Z' }
const operation = { operationId: 'o', projectNumber: '1037', name: 'Cut', from: span, to: span }

it.each([
  [['1037'], '#1037 still finishes on the same day.'],
  [['1037', '1038'], '#1037 and #1038 still finish on the same day.'],
  [['1', '2', '3', '4', '5'], '#1, #2, #3 and 2 others still finish on the same day.'],
])('the effect of a move names the projects %j that keep their end', (numbers, words) => {
  const preview = { operations: [operation], projects: numbers.map(project), failures: [] } as unknown as MovePreview
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
      <MoveEffect subject="Cut" preview={preview} problem={null} />
    </QueryClientProvider>,
  )
  expect(screen.getByText(words)).toBeTruthy()
})
