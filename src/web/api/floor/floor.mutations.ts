import { mutationOptions } from '@tanstack/react-query'
import { postFloorReport, postFloorSignIn, postFloorSignOut, postMyFloorReport } from '#contract/floor.ts'
import { call } from '#web/api/client.ts'
import type { QueuedReport } from '#web/stores/floor.ts'

/** Signs this browser in as a device. The screen shows errors. */
export const floorSignInMutation = () =>
  mutationOptions({
    mutationFn: (code: string) => call(postFloorSignIn, { body: { code } }, { keeps401: true }),
    meta: { handled: true },
  })

export const floorSignOutMutation = () =>
  mutationOptions({
    mutationFn: () => call(postFloorSignOut, {}, { keeps401: true }),
    meta: { handled: true },
  })

/** Sends a report with the cookie of the device or the session of the person, whichever it was made with. */
export const sendFloorReport = ({ key, report: body, workCenterIds }: QueuedReport): Promise<unknown> =>
  workCenterIds === undefined
    ? call(postFloorReport, { body }, { idempotencyKey: key, keeps401: true })
    : call(postMyFloorReport, { query: { workCenterIds }, body }, { idempotencyKey: key })
