import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { rememberPageOnce } from './page-as-found.ts'

// The machine may be busy; what is waited for comes from a real server. Below the limit of a test, so that it says what is missing.
configure({ asyncUtilTimeout: 25_000 })

// Files share one page, one after another: none finds what another one left.
afterAll(rememberPageOnce())
afterEach(cleanup)
// A toaster shows the toasts that an earlier one had not finished with.
beforeEach(() => void toast.dismiss())
