import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { BulkFailuresDialog } from './bulk-failures-dialog.tsx'

afterEach(cleanup)

const failure = { projectId: '1', projectNumber: '9', projectName: 'Crusher', reason: 'someone else changed it' }
const outcome = { total: 3, changedIds: ['2', '3'], failures: [failure] }

it.each([
  ['Escape', (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Escape}')],
  ['its close button', (user) => user.click(screen.getByRole('button', { name: 'Close' }))],
  ['OK', (user) => user.click(screen.getByRole('button', { name: 'OK' }))],
] satisfies [string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>][])(
  'pressing %s closes the list of failed projects',
  async (_, close) => {
    const onClose = vi.fn()
    render(<BulkFailuresDialog outcome={outcome} onClose={onClose} />)
    await screen.findByRole('dialog', { name: '2 of 3 changed' })
    await close(userEvent.setup())
    expect(onClose).toHaveBeenCalledTimes(1)
  },
)
