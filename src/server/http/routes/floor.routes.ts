import type { FastifyReply } from 'fastify'
import * as contract from '#contract/floor.ts'
import { floorDeviceLimits } from '#contract/floor-devices.ts'
import { signInDevice, signOutDevice } from '../../services/floor/device-sign-in.ts'
import { readFloorQueue } from '../../services/floor/read-floor-queue.ts'
import { reportWork } from '../../services/floor/report-work.ts'
import { addressOf } from '../caller.ts'
import { clearFloorCookie, floorSecretOf, setFloorCookie } from '../cookies.ts'
import { type ServedRoute, serve } from '../serve.ts'

const dayMs = 86_400_000

/** The browser keeps the cookie as long as the server keeps a device that is not used. */
const keepSignedIn = (reply: FastifyReply, secret: string, now: Date): void =>
  setFloorCookie(reply, secret, new Date(now.getTime() + floorDeviceLimits.idleDays * dayMs))

export const floorRoutes: readonly ServedRoute[] = [
  serve(contract.postFloorSignIn, async ({ ctx, body, request, reply }) => {
    const asked = { ...body, address: addressOf(request), requestId: ctx.requestId }
    const { secret, ...device } = await signInDevice(ctx.app, asked)
    keepSignedIn(reply, secret, ctx.app.now())
    return device
  }),
  serve(contract.postFloorSignOut, async ({ ctx, reply }) => {
    await signOutDevice(ctx)
    clearFloorCookie(reply)
    return { message: 'Signed out.' }
  }),
  serve(contract.getFloorQueue, async ({ ctx, request, reply }) => {
    const queue = await readFloorQueue(ctx)
    const secret = floorSecretOf(request)
    if (secret !== null) keepSignedIn(reply, secret, ctx.app.now())
    return queue
  }),
  serve(contract.postFloorReport, ({ ctx, body }) => reportWork(ctx, body)),
]
