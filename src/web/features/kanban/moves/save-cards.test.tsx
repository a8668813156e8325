import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { aProject } from '#testing/builders/a-project.ts'
import { openTab, setFetch } from '#testing/web-harness.ts'
import { toast } from '#web/ui/toast.tsx'
import { saveProject } from './save-cards.ts'

const save = (projectId: string) =>
  saveProject(new QueryClient(), {
    project: aProject({ projectId }),
    fields: { currentPhase: 'production' },
    source: 'drag',
    back: '',
  })
beforeEach(() => {
  openTab()
  vi.spyOn(toast, 'error')
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

it('a move of a project without an id is refused in the specified words, and no request is sent', async () => {
  const fetched = vi.fn()
  setFetch(fetched)
  expect(await save('')).toBe(false)
  expect(toast.error).toHaveBeenCalledWith('Project ID is required')
  expect(fetched).not.toHaveBeenCalled()
})

it.each([
  [500, {}, 'Failed to update project'],
  [400, { error: 'Bad phase', code: 'validation' }, 'Failed to update project'],
  [422, { error: 'Not allowed', code: 'rule' }, 'Not allowed'],
] as const)('after an answer %i with %j the board says "%s"', async (status, body, sentence) => {
  setFetch(async () => Response.json(body, { status }))
  expect(await save(crypto.randomUUID())).toBe(false)
  expect(toast.error).toHaveBeenCalledWith(sentence)
})
