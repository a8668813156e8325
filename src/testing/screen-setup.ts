import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'

// The machine may be busy; what is waited for comes from a real server. Below the limit of a test, so that it says what is missing.
configure({ asyncUtilTimeout: 25_000 })

// Files share one page, one after another: none finds what another one left.
afterEach(cleanup)
afterAll(() => {
  localStorage.clear()
  sessionStorage.clear()
})
