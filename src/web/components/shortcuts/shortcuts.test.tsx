import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { keyNames } from '#web/lib/key-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { matchesKeys } from './matches-keys.ts'
import { listShortcuts, type Shortcut, shortcutGroups } from './registry.ts'
import { useShortcuts } from './use-shortcuts.ts'

const event = (init: KeyboardEventInit) => new KeyboardEvent('keydown', init)

describe('matchesKeys', () => {
  it.each<[string, KeyboardEventInit, boolean]>([
    ['Mod+K', { key: 'k', ctrlKey: true }, true],
    ['Mod+K', { key: 'k', metaKey: true }, true],
    ['Mod+K', { key: 'K', ctrlKey: true, shiftKey: true }, false],
    ['Mod+K', { key: 'k', ctrlKey: true, altKey: true }, false],
    ['Mod+K', { key: 'к', code: 'KeyK', ctrlKey: true }, true],
    ['Alt+D', { key: '∂', code: 'KeyD', altKey: true }, true],
    ['Alt+A', { key: 'a', code: 'KeyQ', altKey: true }, true],
    ['Alt+D', { key: 'd', code: 'KeyD', altKey: true, ctrlKey: true }, false],
    ['Alt+?', { key: '?', code: 'Slash', altKey: true, shiftKey: true }, true],
    ['Alt+?', { key: '÷', code: 'Slash', altKey: true }, true],
    ['/', { key: '/', shiftKey: true }, true],
    ['/', { key: '/', ctrlKey: true }, false],
    ['+', { key: '+', shiftKey: true }, true],
    ['J', { key: 'J' }, true],
    ['J', { key: 'J', shiftKey: true }, false],
    ['Shift+ArrowDown', { key: 'ArrowDown', shiftKey: true }, true],
    ['ArrowDown', { key: 'ArrowDown', shiftKey: true }, false],
    ['Space', { key: ' ' }, true],
  ])('compares %s with the event %o: %s', (keys, init, expected) =>
    expect(matchesKeys(event(init), keys)).toBe(expected),
  )
})

it('keyNames names keys as they are printed on the keyboard of the machine', () => {
  expect(keyNames('Mod+Shift+ArrowUp', false)).toEqual(['Ctrl', 'Shift', '↑'])
  expect(keyNames('Mod+Alt+K', true)).toEqual(['⌘', '⌥', 'K'])
  expect(keyNames('+')).toEqual(['+'])
})

const Keys = ({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) => {
  useShortcuts(title, shortcuts)
  return (
    <>
      <input aria-label="text" />
      <input type="checkbox" aria-label="tick" />
      <select aria-label="choice" />
      <div contentEditable suppressContentEditableWarning>
        edited
      </div>
    </>
  )
}

describe('useShortcuts', () => {
  it('ignores keys in text fields, but not on a checkbox', () => {
    const run = vi.fn()
    render(<Keys title="Lists" shortcuts={[{ keys: 'X', label: 'Select row', run }]} />)
    for (const name of ['text', 'choice']) fireEvent.keyDown(screen.getByLabelText(name), { key: 'x' })
    fireEvent.keyDown(screen.getByText('edited'), { key: 'x' })
    expect(run).not.toHaveBeenCalled()
    fireEvent.keyDown(screen.getByLabelText('tick'), { key: 'x' })
    expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(false)
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('runs a key in text fields only if it is marked for them', () => {
    const [print, undo] = [vi.fn(), vi.fn()]
    const shortcuts = [
      { keys: 'Mod+P', label: 'Print this list', inFields: true, run: print },
      { keys: 'Mod+Z', label: 'Undo', run: undo },
    ]
    render(<Keys title="Lists" shortcuts={shortcuts} />)
    expect(fireEvent.keyDown(screen.getByLabelText('text'), { key: 'p', ctrlKey: true })).toBe(false)
    expect(fireEvent.keyDown(screen.getByLabelText('text'), { key: 'z', ctrlKey: true })).toBe(true)
    expect([print.mock.calls.length, undo.mock.calls.length]).toEqual([1, 0])
  })

  it('gives a key to the enabled screen that was mounted last, and to the previous one when that screen unmounts', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    let may = true
    render(<Keys title="Everywhere" shortcuts={[{ keys: 'K', label: 'One', run: first }]} />)
    const screenKeys = [{ keys: 'K', label: 'Two', run: second, when: () => may }]
    const { unmount } = render(<Keys title="Lists" shortcuts={screenKeys} />)
    fireEvent.keyDown(document.body, { key: 'k' })
    may = false
    fireEvent.keyDown(document.body, { key: 'k' })
    unmount()
    fireEvent.keyDown(document.body, { key: 'k' })
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([2, 1])
  })

  it('lets only the shortcuts of a modal dialog run while it is open', () => {
    const [outside, inside] = [vi.fn(), vi.fn()]
    render(<Keys title="Everywhere" shortcuts={[{ keys: 'Alt+P', label: 'Projects', run: outside }]} />)
    const { unmount } = render(
      <Dialog open onOpenChange={() => {}} title="A dialog">
        <Keys title="Dialog" shortcuts={[{ keys: 'Alt+G', label: 'Go on', run: inside }]} />
      </Dialog>,
    )
    fireEvent.keyDown(document.body, { code: 'KeyP', altKey: true })
    fireEvent.keyDown(document.body, { code: 'KeyG', altKey: true })
    expect([outside.mock.calls.length, inside.mock.calls.length]).toEqual([0, 1])
    unmount()
    fireEvent.keyDown(document.body, { code: 'KeyP', altKey: true })
    expect(outside).toHaveBeenCalledTimes(1)
  })

  it('lists all registered keys in one line for each label, even keys that only a focused element handles', () => {
    render(<Keys title="Lists" shortcuts={[{ keys: 'J', label: 'Next row', run: () => {} }]} />)
    const more = [{ keys: 'ArrowDown', label: 'Next row' }]
    render(<Keys title="Lists" shortcuts={more} />)
    const listed = listShortcuts(shortcutGroups.get())
    expect([...listed]).toEqual([['Lists', [{ label: 'Next row', keys: ['J', 'ArrowDown'] }]]])
    cleanup()
    expect(shortcutGroups.get()).toEqual([])
  })
})
