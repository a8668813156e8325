import { toast } from '#web/ui/toast.tsx'

/** Copies a text and says so; `label` names it: 'Link'. Without a clipboard, the reader is asked to copy it. */
export const copyText = (label: string, text: string): void => {
  const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'))
  done.then(
    () => toast.success(`${label} copied`),
    () => toast.info(`Select the ${label.toLowerCase()} and copy it`),
  )
}
