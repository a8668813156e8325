import { mutationOptions } from '@tanstack/react-query'
import { postFloorSignIn, postFloorSignOut } from '#contract/floor.ts'
import { call } from '#web/api/client.ts'

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
