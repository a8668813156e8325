import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import type { Project } from '#contract/projects.ts'
import { projectsQuery } from '#web/api/projects/projects.queries.ts'
import { createQueryClient } from '#web/app/query-client.ts'
import { CommandPalette } from '#web/features/command-palette/command-palette.tsx'
import { OpenButton } from './open-button.tsx'

function Screen() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <OpenButton onOpen={() => setOpen(true)} />
      <CommandPalette takeTyped={() => ''} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

/** The palette of the product, with the projects in the cache as after the list was read. */
export const ourPalette = (projects: Project[]) => {
  // Results of the server would be added; here it finds nothing.
  globalThis.fetch = async () => new Response('[]', { headers: { 'content-type': 'application/json' } })
  const queryClient = createQueryClient()
  queryClient.setQueryData(projectsQuery().queryKey, projects)
  const routeTree = createRootRoute({ component: Screen })
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) })
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
