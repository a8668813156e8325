import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { RequiredLine } from '#contract/fields.ts'
import { ApiError } from '#web/api/api-error.ts'
import { readDraft } from '#web/stores/drafts.ts'
import { forgetSession, useSession } from '#web/stores/session.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useRecordForm } from './use-record-form.ts'

interface Shift {
  name: string
  note: string
}
const night: Shift = { name: 'Night', note: '' }
const ShiftInput = z.object({ name: RequiredLine('Name'), note: z.string() })

type Save = (input: Shift) => Promise<unknown>
let show: (record: Shift) => void
let isClosed: boolean

function Editor({ save }: { save: Save }) {
  const [record, setRecord] = useState(night)
  show = setRecord
  const { base, submit, field, ...frame } = useRecordForm({
    entityType: 'shift',
    entityId: 'one',
    record,
    valuesOf: (shift: Shift | null) => ({ name: shift?.name ?? '', note: shift?.note ?? '' }),
    schemaOf: () => ShiftInput,
  })
  return (
    <FormDialog
      title="Edit shift"
      submitLabel="Save"
      frame={frame}
      onSubmit={submit(save)}
      onClose={() => {
        isClosed = true
      }}
    >
      <TextField label="Name" {...field('name')} />
      <TextField label="Note" {...field('note')} />
      <p>Typed over {base?.name}</p>
    </FormDialog>
  )
}

beforeEach(() => {
  sessionStorage.clear()
  isClosed = false
  useSession.setState({ userId: 'someone', tenantId: 'north' })
})
const open = async (save: Save = async () => {}) => {
  const routeTree = createRootRoute({ component: () => <Editor save={save} /> })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  const { unmount } = render(<RouterProvider router={router} />)
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  return { user: userEvent.setup(), name, unmount }
}
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Save' }))
const left = () => readDraft('shift', 'one')

describe('text typed into a form', () => {
  it('survives the end of the session for the same person only, and returns together with the record that was being edited', async () => {
    const first = await open()
    await first.user.type(first.name, ' shift')
    act(() => forgetSession('Not authenticated'))
    first.unmount()
    useSession.setState({ userId: 'someone else', tenantId: 'north' })
    expect(left()).toBeNull()
    useSession.setState({ userId: 'someone', tenantId: 'north' })
    expect(left()).toEqual({ record: night, values: { name: 'Night shift', note: '' } })
    const again = await open()
    expect(again.name.value).toBe('Night shift')
    await again.user.click(screen.getByRole('button', { name: 'Start over' }))
    expect(again.name.value).toBe('Night')
    expect(left()).toBeNull()
  })

  it('does not return after the reader has removed it or left the form on purpose', async () => {
    const { user, name, unmount } = await open()
    await user.type(name, 's')
    expect(left()).not.toBeNull()
    await user.type(name, '{Backspace}')
    expect(left()).toBeNull()
    await user.type(name, 's')
    unmount()
    expect(left()).toBeNull()
  })

  it('is discarded by Escape only after a question, and an unchanged form closes at once', async () => {
    const { user, name } = await open()
    await user.type(name, 's')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Stay on Page' }))
    expect([isClosed, name.value]).toEqual([false, 'Nights'])
    await user.type(name, '{Backspace}')
    await user.keyboard('{Escape}')
    expect(isClosed).toBe(true)
  })
})

describe('a form', () => {
  it('follows its record until something is typed, and then remembers the original values', async () => {
    const { user, name } = await open()
    act(() => show({ name: 'Late', note: '' }))
    await waitFor(() => expect(name.value).toBe('Late'))
    await user.type(name, 's')
    act(() => show({ name: 'Early', note: '' }))
    expect(name.value).toBe('Lates')
    expect(screen.getByText('Typed over Late')).toBeTruthy()
  })

  it('does not send values that the schema refuses, but shows the reason at the field and focuses it', async () => {
    const sent: Shift[] = []
    const { user, name } = await open(async (input) => sent.push(input))
    await user.clear(name)
    await user.type(screen.getByLabelText('Note'), 'x')
    await send(user)
    expect((await screen.findByRole('alert')).textContent).toBe('Name is required')
    await waitFor(() => expect(document.activeElement).toBe(name))
    await user.type(name, ' Late ')
    await send(user)
    await waitFor(() => expect(sent).toEqual([{ name: 'Late', note: 'x' }]))
  })

  it('shows a refusal once: at its field if it has one, otherwise above the fields until the next attempt', async () => {
    const problems = [{ path: 'note', message: 'Too rude' }]
    const answers = [new ApiError('validation', 'Not valid', { problems }), new ApiError('rule', 'It is too late.')]
    const { user, name } = await open(async () => {
      const answer = answers.shift()
      if (answer) throw answer
    })
    await user.type(name, 's')
    await send(user)
    expect((await screen.findByRole('alert')).textContent).toBe('Too rude')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Note')))
    await send(user)
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['It is too late.']),
    )
    await send(user)
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  it('is not sent a second time while it is saving', async () => {
    let count = 0
    let done = () => {}
    const { user, name } = await open(
      () =>
        new Promise<void>((resolve) => {
          count++
          done = resolve
        }),
    )
    await user.type(name, 's')
    await send(user)
    await send(user)
    expect(screen.getByRole('button', { name: 'Cancel' }).getAttribute('aria-disabled')).toBe('true')
    expect(count).toBe(1)
    await act(async () => done())
  })
})
