import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Application } from './app/application.tsx'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter } from './app/router.tsx'
import { watchSession } from './app/session-end.ts'
import { watchSystemAppearance } from './lib/appearance.ts'
import { isReachable } from './stores/live-state.ts'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
watchSession(router, queryClient)
watchSystemAppearance()
// Where a page's program is missing everything is loaded anew; after a release that helps, without a connection all would be lost.
addEventListener('vite:preloadError', (event) => isReachable() || event.preventDefault())

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <Application router={router} queryClient={queryClient} />
  </StrictMode>,
)
