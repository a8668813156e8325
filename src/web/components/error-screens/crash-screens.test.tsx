import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as crashReports from '#web/api/report-crash.ts'
import { PageError } from './page-error.tsx'
import { PartError } from './part-error.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const broken = () => {
  throw new TypeError('planted')
}
const crash = async (errorComponent: typeof PartError) => {
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/projects/$projectId', component: broken, errorComponent }),
  ])
  const history = createMemoryHistory({ initialEntries: ['/projects/7'] })
  const router = createRouter({ routeTree, history })
  await act(() => router.load())
  render(<RouterProvider router={router as never} />)
  return () => screen.getByRole('alert').textContent
}

describe.each([
  { screenOf: PartError, part: 'part', sentence: 'An error occurred in this part of the application.' },
  { screenOf: PageError, part: 'page', sentence: 'The application encountered an error.' },
])('a crash of a $part', ({ screenOf, part, sentence }) => {
  it('is reported, and its screen shows the specified words even if the report fails', async () => {
    const reportCrash = vi.spyOn(crashReports, 'reportCrash').mockResolvedValue()
    const text = await crash(screenOf)
    expect(text()).toContain('Something went wrong')
    expect(text()).toContain(`${sentence} Our team has been notified.`)
    await waitFor(() => {
      expect(reportCrash).toHaveBeenCalledWith(expect.any(TypeError), { route: '/projects/$projectId', part })
    })
  })
})
