import * as contract from '#contract/floor-devices.ts'
import {
  createFloorDevice,
  deleteFloorDevice,
  listFloorDevices,
  renewFloorDeviceCode,
} from '../../services/floor/manage-devices.ts'
import { type ServedRoute, serve } from '../serve.ts'

export const floorDevicesRoutes: readonly ServedRoute[] = [
  serve(contract.listFloorDevices, ({ ctx }) => listFloorDevices(ctx)),
  serve(contract.postFloorDevice, ({ ctx, body }) => createFloorDevice(ctx, body)),
  serve(contract.postFloorDeviceCode, ({ ctx, params }) => renewFloorDeviceCode(ctx, params)),
  serve(contract.deleteFloorDevice, async ({ ctx, params }) => {
    await deleteFloorDevice(ctx, params)
    return undefined
  }),
]
