import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { deleteUserSessions } from '#contract/user-sessions.ts'
import {
  deleteUser,
  postPasswordReset,
  postUser,
  putUser,
  type UserCreateInput,
  type UserUpdateInput,
} from '#contract/users.ts'
import { call } from '#web/api/client.ts'
import { tenantKey } from '#web/api/query-keys.ts'

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: tenantKey('users') })

type Right = Pick<z.output<typeof UserUpdateInput>, 'access' | 'isAdmin'>

/** A server that knows only the specified rights reads `isAdmin`. */
const withIsAdmin = <Body extends Right>(body: Body): Body =>
  body.access === undefined ? body : { ...body, isAdmin: body.access === 'admin' }

/** Invites a user; the answer contains the invitation link. */
export const inviteUserMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (body: z.output<typeof UserCreateInput>) => call(postUser, { body: withIsAdmin(body) }),
    onSettled: () => refresh(queryClient),
  })

/** Changes a user; dialogs show errors. */
export const changeUserMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: ({ id, ...body }: { id: string } & z.output<typeof UserUpdateInput>) =>
      call(putUser, { params: { id }, body: withIsAdmin(body) }),
    onSettled: () => refresh(queryClient),
  })

export const removeUserMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { handled: true },
    mutationFn: (id: string) => call(deleteUser, { params: { id } }),
    onSettled: () => refresh(queryClient),
  })

export const resetPasswordLinkMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(postPasswordReset, { params: { id } }),
    onSettled: () => refresh(queryClient),
  })

export const endSessionsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteUserSessions, { params: { id } }),
    onSettled: () => refresh(queryClient),
  })
