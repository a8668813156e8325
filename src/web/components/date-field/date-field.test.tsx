import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { type ComponentProps, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Dialog } from '#web/ui/dialog.tsx'
import { CalendarSettingsContext } from './calendar-settings.ts'
import { DateField } from './date-field.tsx'

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ')

/** A date field in a dialog that shows whether it is open. */
function Example(props: Partial<ComponentProps<typeof DateField>>) {
  const [isOpen, setOpen] = useState(true)
  return (
    <CalendarSettingsContext value={{ zone: 'UTC', weekStartsOn: 7 }}>
      <Dialog open={isOpen} onOpenChange={setOpen} title="New project">
        <DateField label="Ship date" {...props} />
      </Dialog>
    </CalendarSettingsContext>
  )
}

const calendar = () => screen.findByRole('grid')
const opener = () => screen.getByRole('button', { name: 'Choose a date' })
const input = () => screen.getByLabelText<HTMLInputElement>(/Ship date/)
const focused = () => document.activeElement?.getAttribute('aria-label')

const openCalendar = async (props: Partial<ComponentProps<typeof DateField>> = {}) => {
  const user = userEvent.setup()
  render(<Example {...props} />)
  await user.click(opener())
  await calendar()
  return user
}

it('the calendar of a date field opens at its date, and can be used with keys and Enter', async () => {
  const changed = vi.fn()
  const user = await openCalendar({ defaultValue: '2026-11-24', onChange: (event) => changed(event.target.value) })
  expect(screen.getByRole('grid', { name: 'November 2026' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('Su')
  expect(document.querySelector('td[aria-selected=true]')?.textContent).toBe('24')
  await waitFor(() => expect(focused()).toBe('Tuesday, November 24, 2026'))
  await user.keyboard('{ArrowRight}{ArrowDown}{PageDown}')
  expect(focused()).toBe('Saturday, January 2, 2027')
  expect(screen.getByRole('grid', { name: 'January 2027' })).toBeTruthy()
  const { violations } = await axe.run(screen.getByRole('dialog', { name: 'Choose a date' }), {
    rules: { 'color-contrast': { enabled: false } },
  })
  expect(violations).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  expect([input().value, changed.mock.lastCall]).toEqual(['2027-01-02', ['2027-01-02']])
  await waitFor(() => expect(document.activeElement).toBe(opener()))
})

it('Escape closes the calendar of a date field, but not the dialog around it', async () => {
  const user = await openCalendar({ defaultValue: '2026-11-24' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  expect(screen.getByRole('dialog', { name: 'New project' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(opener()))
  expect(input().value).toBe('2026-11-24')
})

it('the calendar of a date field marks today and disables days outside the allowed range', async () => {
  const user = await openCalendar({ min: '2026-11-17', max: '2026-11-20' })
  await waitFor(() => expect(focused()).toBe('Wednesday, November 18, 2026'))
  expect(document.activeElement?.getAttribute('aria-current')).toBe('date')
  await user.click(screen.getByRole('button', { name: 'Saturday, November 21, 2026' }))
  expect(input().value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Wednesday, November 18, 2026' }))
  expect(input().value).toBe('2026-11-18')
})

it('an optional date is cleared in its calendar', async () => {
  const user = await openCalendar({ defaultValue: '2026-11-24' })
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(input().value).toBe('')
})

it('the calendar of a required date offers no way to clear it', async () => {
  await openCalendar({ defaultValue: '2026-11-24', required: true })
  expect(screen.getByRole('button', { name: 'Today' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
})

it('the calendar of a date and time preserves the time when another day is chosen, and stays open until Done', async () => {
  const user = await openCalendar({ withTime: true, defaultValue: '2026-11-24T16:30' })
  await user.click(screen.getByRole('button', { name: 'Friday, November 27, 2026' }))
  expect(input().value).toBe('2026-11-27T16:30')
  await user.clear(screen.getByLabelText('Time'))
  await user.type(screen.getByLabelText('Time'), '07:15')
  expect(input().value).toBe('2026-11-27T07:15')
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
})

it("Alt and the down arrow open our calendar instead of the browser's", async () => {
  const user = userEvent.setup()
  render(<Example />)
  input().focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(await calendar()).toBeTruthy()
})

it('a read-only date has no calendar', () => {
  render(<Example readOnly defaultValue="2026-11-24" />)
  expect(screen.queryByRole('button', { name: 'Choose a date' })).toBeNull()
})

it('a date field accepts dates from 1900 to 2099', () => {
  render(<DateField label="Ship date" defaultValue="2026-11-24" />)
  const input = screen.getByLabelText<HTMLInputElement>('Ship date')
  const valid = (value: string) => {
    input.value = value
    return input.validity.valid
  }
  expect(['1899-12-31', '1900-01-01', '2099-12-31', '2100-01-01'].map(valid)).toEqual([false, true, true, false])
})

it('a date field reports a date that does not exist, and prevents its form from being sent', async () => {
  const user = userEvent.setup()
  const sent = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <form onSubmit={sent} noValidate>
      <DateField label="Ship date" />
      <button type="submit">Save</button>
    </form>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Ship date')
  const unfinished = vi.spyOn(input.validity, 'badInput', 'get').mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(input)
  expect(describedBy(input)).toBe('This date is incomplete or does not exist.')
  unfinished.mockReturnValue(false)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})
