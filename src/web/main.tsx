import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Application } from './app/application.tsx'
import { createQueryClient } from './app/query-client.ts'
import { createAppRouter } from './app/router.tsx'
import { watchSession } from './app/session-end.ts'
import { watchSystemAppearance } from './lib/appearance.ts'
import { isReachable } from './live/live-state.ts'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
watchSession(router, queryClient)
watchSystemAppearance()
// Reloads the page if the code of a part is missing. This helps after a release, but not without a connection.
addEventListener('vite:preloadError', (event) => isReachable() || event.preventDefault())

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <Application router={router} queryClient={queryClient} />
  </StrictMode>,
)
