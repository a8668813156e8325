import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { PlanFindings } from './run-findings.tsx'

const unplaced = [{ operationId: 'o', projectId: 'p', reason: { code: 'onHold' } }]
const result = { unplaced, warnings: [], names: {} } as never
const list = () => screen.queryByRole('list', { name: 'Not scheduled' })

it('unscheduled operations are collapsed if there are as many as before, and the heading says that nothing changed', async () => {
  render(<PlanFindings unplacedOperations={1} unplacedBefore={1} warnings={0} result={result} />)
  const heading = screen.getByRole('button', { name: '1 not scheduled, unchanged' })
  expect(list()).toBeNull()
  await userEvent.setup().click(heading)
  expect(list()).toBeTruthy()
})

it('unscheduled operations are expanded if there are more than before', () => {
  render(<PlanFindings unplacedOperations={1} unplacedBefore={0} warnings={0} result={result} />)
  expect(screen.getByRole('button', { name: 'Not scheduled (1)' })).toBeTruthy()
  expect(list()).toBeTruthy()
})
