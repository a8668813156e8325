import { toast } from '#web/ui/toast.tsx'

/** Says why the reader may not do something, on screen and to screen readers. Another refusal replaces it. */
export const tellRefusal = (refusal: string): void => toast.info(refusal, { about: 'refusal' })
