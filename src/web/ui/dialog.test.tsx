import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { NoticeDialog } from './notice-dialog.tsx'

function Example({ dismissible }: { dismissible?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Ship Project" description="#1042" dismissible={dismissible}>
        <input aria-label="Actual Ship Date" />
      </Dialog>
    </>
  )
}

/** A list whose last button disappears after it was used. */
function Emptied() {
  const [state, setState] = useState<'full' | 'asked' | 'empty'>('full')
  return (
    <main id="main" tabIndex={-1}>
      {state !== 'empty' && <Button onClick={() => setState('asked')}>Remove the last one</Button>}
      {state === 'asked' && (
        <ConfirmDialog open title="Remove?" onConfirm={() => setState('empty')} onCancel={vi.fn()} />
      )}
    </main>
  )
}

describe('a dialog', () => {
  it('uses its title as name and its description line as description, traps the focus and returns it on closing', async () => {
    const user = userEvent.setup()
    render(<Example />)
    const opener = screen.getByRole('button', { name: 'Open' })
    await user.click(opener)
    const dialog = screen.getByRole('dialog', { name: 'Ship Project' })
    const describedBy = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
    expect(describedBy?.textContent).toBe('#1042')
    expect(dialog.contains(document.activeElement)).toBe(true)
    for (let step = 0; step < 5; step += 1) {
      await user.tab()
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(opener)
  })

  it('moves the focus to the page when the button that opened it has disappeared', async () => {
    const user = userEvent.setup()
    render(<Emptied />)
    await user.click(screen.getByRole('button', { name: 'Remove the last one' }))
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  it('closes on a click outside of it, unless something was typed', async () => {
    const user = userEvent.setup({ pointerEventsCheck: 0 })
    render(<Example />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.type(screen.getByLabelText('Actual Ship Date'), 'x')
    await user.click(document.body)
    await user.click(document.body)
    expect(screen.getByLabelText<HTMLInputElement>('Actual Ship Date').value).toBe('x')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays open when it may not be dismissed', async () => {
    const user = userEvent.setup()
    render(<Example dismissible={false} />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  })
})

describe('the confirmation and notice dialogs', () => {
  it("have buttons named 'Confirm', 'Cancel' and 'OK' by default", async () => {
    const user = userEvent.setup()
    const [onConfirm, onCancel, onClose] = [vi.fn(), vi.fn(), vi.fn()]
    const { rerender } = render(<ConfirmDialog open title="Delete?" onConfirm={onConfirm} onCancel={onCancel} />)
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1])
    rerender(<NoticeDialog open title="Done" onClose={onClose} />)
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('focus Cancel before an action that cannot be undone', () => {
    render(<ConfirmDialog open danger title="Delete?" confirmLabel="Delete" onConfirm={vi.fn()} onCancel={vi.fn()} />)
    expect(document.activeElement?.textContent).toBe('Cancel')
  })

  it('cannot be closed or confirmed a second time while busy', async () => {
    const user = userEvent.setup()
    const [onConfirm, onCancel] = [vi.fn(), vi.fn()]
    render(<ConfirmDialog open busy busyLabel="Deleting…" title="Delete?" onConfirm={onConfirm} onCancel={onCancel} />)
    await user.click(screen.getByRole('button', { name: 'Deleting…' }))
    await user.keyboard('{Escape}')
    expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 0])
  })
})
