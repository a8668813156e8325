import { useEffect, useState } from 'react'
import { minuteMs } from '#domain/time/units.ts'

/**
 * The current server time in epoch ms, updated each minute: `serverNowMs` plus the time since `readAtMs`, when the
 * answer arrived by this machine's clock.
 */
export const useNow = (serverNowMs: number | undefined, readAtMs: number): number => {
  const [machineMs, setMachineMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setMachineMs(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return serverNowMs === undefined ? machineMs : serverNowMs + Math.max(0, machineMs - readAtMs)
}
