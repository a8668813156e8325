import { createFileRoute } from '@tanstack/react-router'
import { leaveUnknownPath } from '#web/app/guards/guards.ts'

export const Route = createFileRoute('/$')({ beforeLoad: leaveUnknownPath })
