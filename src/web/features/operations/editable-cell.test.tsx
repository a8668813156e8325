import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { EditableCell } from './editable-cell.tsx'

const open = async (onCommit: (typed: string) => boolean | Promise<boolean>) => {
  const user = userEvent.setup()
  render(
    <>
      <EditableCell
        label="Duration of Weld"
        text="8 h"
        refusal={null}
        onCommit={onCommit}
        field={(wiring) => <input {...wiring} aria-label="Hours" defaultValue="8" />}
      >
        8 h
      </EditableCell>
      <button type="button">Elsewhere</button>
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Duration of Weld: 8 h. Edit' }))
  await user.clear(screen.getByRole('textbox'))
  await user.type(screen.getByRole('textbox'), '12')
  return user
}
const field = () => screen.queryByRole<HTMLInputElement>('textbox')

describe('a value edited in its cell', () => {
  it('returns to its focused field when it could not be saved', async () => {
    const commit = vi.fn(async () => false)
    const user = await open(commit)
    await user.keyboard('{Enter}')
    expect(commit).toHaveBeenCalledWith('12')
    await waitFor(() => expect(field()?.value).toBe('12'))
    expect(document.activeElement).toBe(field())
    await user.keyboard('{Escape}')
    expect(field()).toBeNull()
    await user.click(screen.getByRole('button', { name: /Edit/ }))
    expect(field()?.value).toBe('8')
  })

  it('does not take the focus from another control after a failed save, and can be saved again', async () => {
    const commit = vi.fn<(typed: string) => Promise<boolean>>(async () => true).mockResolvedValueOnce(false)
    const user = await open(commit)
    const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
    await user.click(elsewhere)
    await waitFor(() => expect(field()?.value).toBe('12'))
    expect(document.activeElement).toBe(elsewhere)
    await user.click(field() as HTMLInputElement)
    await user.keyboard('{Enter}')
    expect(commit).toHaveBeenCalledTimes(2)
    await waitFor(() => expect(screen.getByRole('button', { name: /Edit/ })).toBeTruthy())
    expect(field()).toBeNull()
  })
})
