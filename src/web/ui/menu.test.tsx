import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Menu, MenuHeading, MenuItem } from './menu.tsx'

beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => {}
})

const onMove = vi.fn()

function Example() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Menu trigger={<Button>Phase</Button>}>
        <MenuHeading>Move to phase:</MenuHeading>
        <MenuItem disabledReason="current" onSelect={onMove}>
          Production
        </MenuItem>
        <MenuItem onSelect={() => setOpen(true)}>Shipped</MenuItem>
      </Menu>
      <Dialog open={open} onOpenChange={setOpen} title="Ship Project" />
    </>
  )
}

describe('a menu', () => {
  it('focuses a disabled entry and shows the reason without running it', async () => {
    const user = userEvent.setup()
    render(<Example />)
    screen.getByRole('button', { name: 'Phase' }).focus()
    await user.keyboard('{Enter}')
    const refused = await screen.findByRole('menuitem', { name: /Production/ })
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    expect(refused.textContent).toContain('current')
    expect(document.activeElement).toBe(refused)
    await user.keyboard('{Enter}')
    expect(onMove).not.toHaveBeenCalled()
    expect(screen.getByRole('menu')).toBeTruthy()
  })

  it('returns the focus to its button after a dialog that one of its entries opened', async () => {
    const user = userEvent.setup()
    render(<Example />)
    const button = screen.getByRole('button', { name: 'Phase' })
    button.focus()
    await user.keyboard('{Enter}')
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('dialog', { name: 'Ship Project' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  })
})
