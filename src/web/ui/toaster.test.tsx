import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Menu, MenuItem } from './menu.tsx'
import { useBarBelowToasts } from './toast-room.ts'
import { showToast, Toaster } from './toaster.tsx'

// jsdom does not support pointer capture.
Element.prototype.setPointerCapture = () => {}
const page = async () => {
  const undo = vi.fn()
  render(
    <>
      <button type="button">Before</button>
      <Menu trigger={<button type="button">Row menu</button>}>
        <MenuItem>Remove</MenuItem>
      </Menu>
      <Toaster />
    </>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Before' }))
  showToast('success', 'Moved', { action: { label: 'Undo', onClick: undo } })
  return { user, undo, action: await screen.findByRole('button', { name: 'Undo' }) }
}
const toastHasGone = () => waitFor(() => expect(screen.queryByText('Moved')).toBeNull())

describe('the focus after the action of a toast', () => {
  it('stays in a menu that is opened right after a click on the action', async () => {
    const { user, undo, action } = await page()
    await user.click(action)
    expect(undo).toHaveBeenCalledOnce()
    expect(document.activeElement?.textContent).toBe('Before')
    await user.click(screen.getByRole('button', { name: 'Row menu' }))
    await toastHasGone()
    expect(screen.getByRole('menuitem', { name: 'Remove' })).toBeTruthy()
  })

  it('returns to its previous place when a key ran the action, and does not close a menu opened next', async () => {
    const { user, undo, action } = await page()
    action.focus()
    await user.keyboard('{Enter}')
    expect(undo).toHaveBeenCalledOnce()
    expect(document.activeElement?.textContent).toBe('Before')
    await user.click(screen.getByRole('button', { name: 'Row menu' }))
    await toastHasGone()
    expect(screen.getByRole('menuitem', { name: 'Remove' })).toBeTruthy()
  })
})

it('a toast replaces only an earlier toast about the same change', async () => {
  render(<Toaster />)
  showToast('success', 'Operation moved', { about: 'change-1' })
  showToast('success', 'Phase changed', { about: 'change-2' })
  await screen.findByText('Phase changed')
  showToast('success', 'Undone: moved Weld', { about: 'change-1' })
  await screen.findByText('Undone: moved Weld')
  await waitFor(() => expect(screen.queryByText('Operation moved')).toBeNull())
  expect(screen.getByText('Phase changed')).toBeTruthy()
})

function Bar({ isThere }: { isThere: boolean }) {
  useBarBelowToasts(isThere)
  return null
}

it('a toast is above a bar at the bottom edge, and at the edge itself when no bar is shown', async () => {
  const screens = (first: boolean, second: boolean) => (
    <>
      <Bar isThere={first} />
      <Bar isThere={second} />
      <Toaster />
    </>
  )
  const { rerender } = render(screens(true, true))
  showToast('success', 'Moved', {})
  const toaster = (await screen.findByText('Moved')).closest<HTMLElement>('[data-sonner-toaster]')
  const fromEdge = () => toaster?.style.getPropertyValue('--offset-bottom')
  expect(fromEdge()).toBe('108px')
  rerender(screens(true, false))
  expect(fromEdge()).toBe('108px')
  rerender(screens(false, false))
  expect(fromEdge()).toBe('20px')
})
