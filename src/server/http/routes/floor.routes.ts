import type { FastifyReply } from 'fastify'
import * as contract from '#contract/floor.ts'
import { floorDeviceLimits } from '#contract/floor-devices.ts'
import { dayMs } from '#domain/time/units.ts'
import { signInDevice, signOutDevice } from '../../services/floor/device-sign-in.ts'
import type { FloorPlace } from '../../services/floor/floor-centers.ts'
import { readFloorQueue } from '../../services/floor/read-floor-queue.ts'
import { floorPlaceOf, reportWork } from '../../services/floor/report-work.ts'
import { addressOf } from '../caller.ts'
import { clearFloorCookie, floorSecretOf, setFloorCookie } from '../cookies.ts'
import { type ServedRoute, serve } from '../serve.ts'

/** The cookie lasts as long as the server keeps an unused device. */
const keepSignedIn = (reply: FastifyReply, secret: string, now: Date): void =>
  setFloorCookie(reply, secret, new Date(now.getTime() + floorDeviceLimits.idleDays * dayMs))

/** The work centers that a member names with each call. */
const chosenBy = ({ workCenterIds }: { readonly workCenterIds: readonly string[] }): FloorPlace => ({
  categoryIds: workCenterIds,
  signedInAt: null,
})

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
  serve(contract.getFloorQueue, async ({ ctx, query, request, reply }) => {
    const { deviceId, name } = ctx.device
    const work = await readFloorQueue(ctx, ctx.device, query.scannedId)
    const secret = floorSecretOf(request)
    if (secret !== null) keepSignedIn(reply, secret, ctx.app.now())
    return { device: { deviceId, name }, ...work }
  }),
  serve(contract.postFloorReport, ({ ctx, body }) => reportWork(ctx, { place: ctx.device, report: body })),
  serve(contract.getMyFloorQueue, async ({ ctx, query }) => ({
    person: { userId: ctx.userId, name: ctx.userName },
    ...(await readFloorQueue(ctx, chosenBy(query), query.scannedId)),
  })),
  serve(contract.getFloorPlaceOf, ({ ctx, params }) => floorPlaceOf(ctx, params)),
  serve(contract.postMyFloorReport, ({ ctx, query, body }) =>
    reportWork(ctx, { place: chosenBy(query), report: body }),
  ),
]
