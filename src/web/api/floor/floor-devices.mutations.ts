import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  deleteFloorDevice,
  type FloorDeviceInput,
  postFloorDevice,
  postFloorDeviceCode,
} from '#contract/floor-devices.ts'
import { call } from '#web/api/client.ts'
import { floorDevicesKey } from './floor-devices.queries.ts'

const invalidate = (client: QueryClient) => client.invalidateQueries({ queryKey: floorDevicesKey() })

/** Adds a device; only this answer contains its code. The dialog shows errors. */
export const createFloorDeviceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: FloorDeviceInput) => call(postFloorDevice, { body }),
    onSettled: () => invalidate(client),
    meta: { handled: true },
  })

export const renewFloorDeviceCodeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (deviceId: string) => call(postFloorDeviceCode, { params: { deviceId } }),
    onSettled: () => invalidate(client),
  })

export const deleteFloorDeviceMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (deviceId: string) => call(deleteFloorDevice, { params: { deviceId } }),
    onSettled: () => invalidate(client),
  })
