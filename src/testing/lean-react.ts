import React from 'react'

/**
 * For each element, the development build of React creates an error with a stack, which only its messages on the console
 * print: a tenth of the time of the tests of screens. It does so for the first 10,000 elements of a second, a count that
 * then starts again. Here the count never reads less than that.
 */
export const leaveOutElementStacks = (): void => {
  const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  Reflect.defineProperty(Object(internals), 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })
}
