import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  deleteUserSecondFactor,
  postRecoveryCodes,
  postSecondFactor,
  postSecondFactorConfirmation,
  postSecondFactorOff,
  type SecondFactorProof,
} from '#contract/second-factor.ts'
import { call } from '#web/api/client.ts'
import { tenantKey, userKey } from '#web/api/query-keys.ts'

/** Reads the setting and the sessions again, because a change may end other sessions. */
const refresh = (queryClient: QueryClient) =>
  Promise.all(['me', 'profile', 'sessions'].map((part) => queryClient.invalidateQueries({ queryKey: userKey(part) })))

/** Creates a secret for the authenticator app; the second factor stays off until it is confirmed. */
export const startSecondFactorMutation = () =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: { currentPassword: string }) => call(postSecondFactor, { body }),
  })

export const confirmSecondFactorMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: { code: string }) => call(postSecondFactorConfirmation, { body }),
    onSuccess: () => refresh(queryClient),
  })

export const renewRecoveryCodesMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: SecondFactorProof) => call(postRecoveryCodes, { body }),
    onSuccess: () => refresh(queryClient),
  })

export const turnOffSecondFactorMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: SecondFactorProof) => call(postSecondFactorOff, { body }),
    onSuccess: () => refresh(queryClient),
  })

/** Turns off the second factor of another user; the dialog shows errors. */
export const resetSecondFactorMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (id: string) => call(deleteUserSecondFactor, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tenantKey('users') }),
  })
