import { lazy, Suspense } from 'react'
import { closeNotice, useInterface } from '#web/stores/interface.ts'

const NoticeDialog = lazy(() =>
  import('#web/ui/notice-dialog.tsx').then((module) => ({ default: module.NoticeDialog })),
)

/** Where a notice appears, over whatever page it is; loaded with the first one. */
export function NoticeHost() {
  const notice = useInterface((state) => state.notice)
  if (!notice) return null
  return (
    <Suspense>
      <NoticeDialog open title={notice.title} onClose={closeNotice}>
        {notice.text}
      </NoticeDialog>
    </Suspense>
  )
}
