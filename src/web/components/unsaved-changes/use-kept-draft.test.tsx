import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { forgetSession, useSession } from '#web/stores/session.ts'
import { readKeptDraft, useKeptDraft } from './use-kept-draft.ts'

beforeEach(() => {
  sessionStorage.clear()
  useSession.setState({ userId: 'someone', tenantId: 'north' })
})
const edit = (name: string, isChanged = true) =>
  renderHook(({ kept, changed }) => useKeptDraft('shift', 'one', changed, kept), {
    initialProps: { kept: { name }, changed: isChanged },
  })
const left = () => readKeptDraft('shift', 'one')
const signInAgain = (userId: string) => useSession.setState({ userId, tenantId: 'north' })

it('an edit outlives the end of the session, for the same person alone', () => {
  const screen = edit('Night')
  screen.rerender({ kept: { name: 'Night shift' }, changed: true })
  forgetSession('Not authenticated')
  screen.unmount()
  signInAgain('someone else')
  expect(left()).toBeNull()
  signInAgain('someone')
  expect(left()).toEqual({ name: 'Night shift' })
})

it('an edit that was saved, taken back or left on purpose does not come back', () => {
  const saved = edit('Night')
  saved.rerender({ kept: { name: 'Night' }, changed: false })
  expect(left()).toBeNull()
  saved.rerender({ kept: { name: 'Nights' }, changed: true })
  expect(left()).toEqual({ name: 'Nights' })
  saved.unmount()
  expect(left()).toBeNull()
})
