import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { rememberPageOnce } from './page-as-found.ts'

// The machine may be busy, and a real server answers. The limit is below that of a test, so that the error says what is missing.
configure({ asyncUtilTimeout: 50_000 })

// Test files share one page, one after another, and none may see the changes of another.
afterAll(rememberPageOnce())
afterEach(cleanup)
// A new toaster would still show the unfinished toasts of an earlier one.
beforeEach(() => void toast.dismiss())
