import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/**
 * Reports a render crash and returns whether the team has been notified, so that the screen only then says so. Null
 * reports nothing. The code for reports is loaded with the first crash.
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
