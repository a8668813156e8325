import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType, ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { OperationListRow } from '#contract/operation-lists.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { localStore } from '#web/stores/safe-storage.ts'
import { type TableScene, TableSceneContext } from '../table-scene.ts'
import type { Subject } from '../use-operation-actions.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { PhaseDialog } from './phase-dialog.tsx'
import { DurationDialog, PriorityDialog, WorkCenterDialog } from './small-dialogs.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'

const row = {
  projectNumber: '1042',
  projectName: 'Frame',
  priority: 70,
  phase: 'production',
  dueDate: null,
  categoryId: 'saw',
  categoryOutside: false,
  durationHours: 7.5,
  name: 'Weld',
} as OperationListRow
const subjectOf = (fields: Partial<OperationListRow> | null): Subject => ({
  target: { operations: [] },
  count: fields ? 1 : 3,
  elsewhere: 0,
  title: fields ? '#1042 Weld' : '3 operations',
  row: fields && { ...row, ...fields },
})
const scene = {
  categories: [
    { categoryId: 'saw', name: 'Saw' },
    { categoryId: 'mill', name: 'Mill' },
  ],
} as unknown as TableScene

const inPage = (dialog: ReactNode) => {
  localStore.set('timezone', 'UTC')
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TableSceneContext value={scene}>{dialog}</TableSceneContext>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const show = (Dialog: ComponentType<ActionFormProps>, fields: Partial<OperationListRow> | null) => {
  const calls = { onRun: vi.fn(async () => true), onTry: vi.fn(async () => {}), onClose: vi.fn() }
  const user = inPage(<Dialog subject={subjectOf(fields)} isTrying={false} {...calls} />)
  return { user, ...calls }
}
const press = (name: string) => screen.getByRole('button', { name })
const value = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' }).value

describe('a dialog for one value', () => {
  it('sets the priority of the project: starts with the current value, tries it first, and refuses values out of range', async () => {
    const { user, onRun, onTry } = show(PriorityDialog, {})
    expect(screen.getByRole('dialog', { name: 'Priority' }).textContent).toContain('Project #1042 Frame')
    const field = screen.getByLabelText('Priority, 0 to 100')
    expect(value('Priority, 0 to 100')).toBe('70')
    await user.clear(field)
    await user.type(field, '101')
    await user.click(press('Set priority'))
    expect(onRun).not.toHaveBeenCalled()
    await user.clear(field)
    await user.type(field, '99')
    await user.click(press('Try first'))
    await waitFor(() => expect(onTry).toHaveBeenCalledExactlyOnceWith({ kind: 'priority', priority: 99 }))
    expect(onRun).not.toHaveBeenCalled()
    await user.click(press('Set priority'))
    await waitFor(() => expect(onRun).toHaveBeenCalledExactlyOnceWith({ kind: 'priority', priority: 99 }))
  })

  it('starts empty for several operations, and changes nothing without a choice', async () => {
    for (const [Dialog, label, submit] of [
      [PriorityDialog, 'Priority, 0 to 100', 'Set priority'],
      [DurationDialog, /^Hours/, 'Set duration'],
      [WorkCenterDialog, 'Work center', 'Move to work center'],
      [PhaseDialog, 'Phase', 'Move to phase'],
    ] as const) {
      const { user, onRun } = show(Dialog, null)
      expect(value(label), submit).toBe('')
      expect(screen.getByRole('dialog').textContent).toMatch(/3 operations/)
      await user.click(press(submit))
      expect(onRun, submit).not.toHaveBeenCalled()
      cleanup()
    }
  })

  it('sets the duration in working hours, or in days for outside work', async () => {
    const { user, onRun } = show(DurationDialog, {})
    expect(value(/^Working hours/)).toBe('7.5')
    await user.clear(screen.getByLabelText(/^Working hours/))
    await user.type(screen.getByLabelText(/^Working hours/), '8')
    await user.click(press('Set duration'))
    await waitFor(() => expect(onRun).toHaveBeenCalledExactlyOnceWith({ kind: 'duration', durationHours: 8 }))
    cleanup()
    show(DurationDialog, { categoryOutside: true, durationHours: 48 })
    expect(value(/^Duration/)).toBe('2')
    expect(screen.queryByLabelText(/^Working hours/)).toBeNull()
  })

  it('moves to another work center or to none, starting with the current one', async () => {
    const { user, onRun } = show(WorkCenterDialog, {})
    expect(value('Work center')).toBe('saw')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Work center' }), 'Mill')
    await user.click(press('Move to work center'))
    await waitFor(() => expect(onRun).toHaveBeenLastCalledWith({ kind: 'workCentre', categoryId: 'mill' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Work center' }), 'No work center')
    await user.click(press('Move to work center'))
    await waitFor(() => expect(onRun).toHaveBeenLastCalledWith({ kind: 'workCentre', categoryId: null }))
    cleanup()
    show(WorkCenterDialog, { categoryId: null })
    expect(screen.getByRole<HTMLOptionElement>('option', { name: 'No work center' }).selected).toBe(true)
  })

  it('moves a project to another phase, and asks for the date of a shipment, which defaults to today', async () => {
    const { user, onRun } = show(PhaseDialog, {})
    expect(screen.getByRole('dialog', { name: 'Move project to phase' })).toBeTruthy()
    const option = (name: string) => screen.getByRole<HTMLOptionElement>('option', { name })
    expect([option('Production').disabled, option('Shipped').disabled]).toEqual([true, false])
    expect(screen.queryByLabelText(/ship date/i)).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Phase' }), 'Engineering')
    await user.click(press('Move to phase'))
    await waitFor(() => expect(onRun).toHaveBeenLastCalledWith({ kind: 'phase', phase: 'engineering' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Phase' }), 'Shipped')
    expect(value(/ship date/i)).toBe(new Date().toISOString().slice(0, 10))
    await user.click(press('Move to phase'))
    await waitFor(() => expect(onRun).toHaveBeenCalledTimes(2))
    expect(onRun).toHaveBeenLastCalledWith(
      expect.objectContaining({ phase: 'shipped', actualShipDate: expect.anything() }),
    )
  })
})

it('the dialog that snoozes needs a reason, defaults to three days, and refuses today', async () => {
  const onSnooze = vi.fn(async () => true)
  const user = inPage(<SnoozeDialog subject={subjectOf({})} onSnooze={onSnooze} onClose={() => {}} />)
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const day = screen.getByLabelText<HTMLInputElement>('Shown again on')
  expect([day.value, day.min]).toEqual([dayIn(3), dayIn(1)])
  expect(screen.queryByRole('button', { name: 'Try first' })).toBeNull()
  await user.click(press('Snooze'))
  expect(onSnooze).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText(/^Reason/), 'Waits for castings')
  await user.clear(day)
  await user.type(day, dayIn(0))
  await user.click(press('Snooze'))
  expect(await screen.findByText('Choose a day after today')).toBeTruthy()
  expect(onSnooze).not.toHaveBeenCalled()
  await user.clear(day)
  await user.type(day, dayIn(1))
  await user.click(press('Snooze'))
  await waitFor(() => expect(onSnooze).toHaveBeenCalledExactlyOnceWith(dayIn(1), 'Waits for castings'))
})
