import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

describe('a button', () => {
  it('with a reason why it is disabled stays focusable, does nothing and shows the reason', async () => {
    const user = userEvent.setup()
    const [onClick, onSubmit] = [vi.fn(), vi.fn()]
    render(
      <form onSubmit={onSubmit}>
        <input aria-label="Email" />
        <Button type="submit" disabledReason="Fill in both fields" onClick={onClick}>
          Sign In
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: 'Sign In' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.type(screen.getByLabelText('Email'), '{Enter}')
    await user.tab()
    expect(document.activeElement).toBe(button)
    expect((await screen.findByRole('tooltip')).textContent).toContain('Fill in both fields')
    await user.keyboard('{Enter}')
    await user.click(button)
    expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([0, 0])
  })

  it('that is busy has only its busy label as name, and ignores a second click', async () => {
    const user = userEvent.setup()
    const onClick = vi.fn()
    const { rerender } = render(<Button onClick={onClick}>Sign In</Button>)
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    rerender(
      <Button busy busyLabel="Signing In..." onClick={onClick}>
        Sign In
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Signing In...' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    await user.click(button)
    expect(onClick).toHaveBeenCalledOnce()
  })

  it('that is a toggle exposes whether it is on', () => {
    render(<Button pressed>Dependencies</Button>)
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Dependencies')
  })

  it('with only an icon has its label as name and tooltip', async () => {
    const user = userEvent.setup()
    render(<IconButton label="Keyboard shortcuts" icon={<svg aria-hidden="true" />} shortcut="Alt ?" />)
    expect(screen.getByRole('button', { name: 'Keyboard shortcuts' })).toBeTruthy()
    await user.hover(screen.getByRole('button'))
    expect((await screen.findByRole('tooltip')).textContent).toContain('Alt ?')
  })
})
