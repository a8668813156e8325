import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { LaterButton } from './later-button.tsx'
import { laterParts } from './lazy-part.ts'

beforeEach(() => {
  // The browser is never idle.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Actions = ({ trigger }: { trigger: ReactElement }) => (
  <Menu trigger={trigger}>
    <MenuItem>Copy</MenuItem>
    <MenuItem>Print</MenuItem>
  </Menu>
)
const Options = ({ trigger }: { trigger: ReactElement }) => (
  <Popover label="Options" trigger={trigger}>
    <input aria-label="Color" />
  </Popover>
)

/** A button whose code arrives when `arrive` is called. */
const show = (kind: 'menu' | 'dialog') => {
  const code = Promise.withResolvers<{ Part: typeof Actions }>()
  const load = vi.fn(() => code.promise)
  const parts = laterParts(load)
  const Part = parts.part(({ Part }) => Part)
  render(
    <LaterButton button={<Button aria-haspopup={kind}>More</Button>} prepare={parts.prepare}>
      {(trigger) => <Part trigger={trigger} />}
    </LaterButton>,
  )
  const arrive = () => act(async () => code.resolve({ Part: kind === 'menu' ? Actions : Options }))
  return { load, arrive, button: () => screen.getByRole('button', { name: 'More' }) }
}

describe('a button whose menu or panel is loaded later', () => {
  it('loads it when the pointer or the focus comes to the button, and opens nothing', async () => {
    const { load, arrive, button } = show('menu')
    expect(load).not.toHaveBeenCalled()
    await userEvent.hover(button())
    expect(load).toHaveBeenCalledTimes(1)
    await arrive()
    expect(screen.queryByRole('menu')).toBeNull()
    expect(button().getAttribute('aria-expanded')).toBe('false')
  })

  it('keeps the focus after a press, and opens the menu with its first action in focus when it arrives', async () => {
    const { arrive, button } = show('menu')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(button())
    expect(screen.queryByRole('menu')).toBeNull()
    await arrive()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'))
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(button())
  })

  it('opens a menu with the down arrow, and a panel only by a press', async () => {
    const menu = show('menu')
    await menu.arrive()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'))
    cleanup()
    const panel = show('dialog')
    await panel.arrive()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Color')))
  })

  it('opens and closes by the pointer, also where its code arrives after the press', async () => {
    for (const kind of ['menu', 'dialog'] as const) {
      const { arrive, button } = show(kind)
      await userEvent.click(button())
      await userEvent.click(button())
      await arrive()
      expect(await screen.findByRole(kind)).toBeTruthy()
      await userEvent.click(button())
      await waitFor(() => expect(screen.queryByRole(kind)).toBeNull())
      cleanup()
    }
  })
})
