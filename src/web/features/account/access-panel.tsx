import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { accessNames, accessSentences, accessWords, limitNames } from '#domain/access/access-words.ts'
import { useCenterNames } from '#web/components/work-centers/use-center-names.ts'
import { useActor } from '#web/stores/actor.ts'
import { buttonClasses } from '#web/ui/button-classes.ts'
import { Panel } from '#web/ui/panel.tsx'

/** The reader's access in this organization, with a link to request more. */
export function AccessPanel() {
  const actor = useActor()
  const limit = limitNames(actor, useCenterNames())
  return (
    <Panel
      title="Access"
      actions={
        <Link to="/admin-access" className={buttonClasses({ size: 'small' })}>
          <ShieldCheck /> Admin access
        </Link>
      }
    >
      <div className="p-3">
        <p className="break-words">{limit === null ? accessWords(actor) : `${accessNames[actor.role]} of ${limit}`}</p>
        {actor.role !== 'superAdmin' && <p className="text-ink-3 text-label">{accessSentences[actor.role]}</p>}
      </div>
    </Panel>
  )
}
