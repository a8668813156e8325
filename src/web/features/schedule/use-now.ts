import { useEffect, useState } from 'react'

const minuteMs = 60_000

/**
 * The present on the server's clock, epoch ms, moving on each minute: `serverNowMs` as it was when the answer came at
 * `readAtMs` of this machine's clock, plus what has passed since.
 */
export const useNow = (serverNowMs: number | undefined, readAtMs: number): number => {
  const [machineMs, setMachineMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setMachineMs(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return serverNowMs === undefined ? machineMs : serverNowMs + Math.max(0, machineMs - readAtMs)
}
