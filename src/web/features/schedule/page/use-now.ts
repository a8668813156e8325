import { useEffect, useState } from 'react'
import { minuteMs } from '#domain/time/units.ts'

/**
 * The current time of the server's clock, epoch ms, updated each minute: `serverNowMs` plus the time that has passed
 * since the answer came at `readAtMs` of this machine's clock.
 */
export const useNow = (serverNowMs: number | undefined, readAtMs: number): number => {
  const [machineMs, setMachineMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setMachineMs(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return serverNowMs === undefined ? machineMs : serverNowMs + Math.max(0, machineMs - readAtMs)
}
