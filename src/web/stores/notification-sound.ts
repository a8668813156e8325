import { create } from 'zustand'
import { localStore } from './safe-storage.ts'

const key = 'notificationSound'

/** Whether notifications sound, on this device; on until muted. */
export const useNotificationSound = create<{ on: boolean }>(() => ({ on: localStore.get(key) !== 'off' }))

export const toggleNotificationSound = (): void => {
  const on = !useNotificationSound.getState().on
  localStore.set(key, on ? 'on' : 'off')
  useNotificationSound.setState({ on })
}
