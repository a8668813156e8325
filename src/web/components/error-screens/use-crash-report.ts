import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Reports a render crash, as its screen says. Null reports nothing. The reporting code is loaded with the first crash. */
export function useCrashReport(error: unknown, part: 'part' | 'page'): void {
  const router = useRouter()
  useEffect(() => {
    if (!error) return
    const route = router.state.matches.at(-1)?.routeId ?? ''
    void import('#web/api/report-crash.ts').then(
      ({ reportCrash }) => reportCrash(error, { route, part }),
      () => {},
    )
  }, [error, part, router])
}
