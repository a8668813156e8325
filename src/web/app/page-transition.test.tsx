import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PageTransition } from './page-transition.tsx'

it('a page appears with its own transition, and slides the other way when the reader goes back up', async () => {
  const root = createRootRoute({
    component: () => (
      <PageTransition>
        <Outlet />
      </PageTransition>
    ),
  })
  const page = (path: string, transition?: 'slideLeft') =>
    createRoute({ getParentRoute: () => root, path, staticData: { transition }, component: () => path })
  const routeTree = root.addChildren([page('/'), page('/projects'), page('/projects/$projectId', 'slideLeft')])
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree, history })
  await act(() => router.load())
  const { container } = render(<RouterProvider router={router as never} />)
  const seen: (string | null | undefined)[] = []
  for (const path of ['/projects', '/projects/7', '/projects', '/']) {
    await act(async () => {
      history.push(path)
      await router.load()
    })
    seen.push(container.querySelector('[data-transition]')?.getAttribute('data-transition'))
  }
  expect(seen).toEqual(['fadeIn', 'slideLeft', 'slideRight', 'fadeIn'])
})
