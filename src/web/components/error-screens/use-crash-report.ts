import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Reports a render crash and says whether the team has been notified: only then does the screen say so. Null reports
 * nothing. Its code comes with the first crash.
 */
export function useCrashReport(error: unknown, part: 'part' | 'page'): boolean {
  const router = useRouter()
  const [isNotified, setNotified] = useState(false)
  useEffect(() => {
    if (!error) return
    let shown = true
    const route = router.state.matches.at(-1)?.routeId ?? ''
    import('#web/api/report-crash.ts')
      .then(({ reportCrash }) => reportCrash(error, { route, part }))
      .then(
        (notified) => shown && setNotified(notified),
        () => {},
      )
    return () => {
      shown = false
    }
  }, [error, part, router])
  return isNotified
}
