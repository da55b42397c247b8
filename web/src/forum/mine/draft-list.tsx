/** Unsent posts: drafts on this device and on the server, and the outbox. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { now } from '../../kit/time/clock.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import { question } from '../../ui/modal.tsx'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { paths } from '../base/paths.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { editorText } from '../editor/editor-text.ts'
import styles from '../editor/editor.module.css'
import { isBlank, serverDrafts, discardDraft, mergeDrafts } from '../outbox/drafts.ts'
import { localPosts, saveLocalDraft, type LocalDraft } from '../outbox/local-drafts.ts'
import { outboxText } from '../outbox/outbox-text.ts'
import { startOutbox } from '../outbox/outbox.ts'

export function DraftList() {
  const words = useText(editorText)
  const { drafts, waiting } = useObservable(localPosts)
  const remote = useQuery(serverDrafts())
  useEffect(() => startOutbox({}), [])
  const going = new Map(waiting.filter(({ kind }) => kind === 'post').map((one) => [one.id, one.state]))
  const rows = mergeDrafts(drafts, remote.data ?? []).filter((one) => !isBlank(one))
  if (rows.length === 0 && !remote.isPending)
    return <EmptyState art={lines.draft} title={words.noDrafts} text={words.noDraftsText} isNear />
  return (
    <ul>
      {rows.map((row) => (
        <DraftRow key={row.id} draft={row} state={going.get(row.id)} />
      ))}
    </ul>
  )
}

function DraftRow({ draft, state }: { draft: LocalDraft; state: 'sending' | 'waiting' | 'refused' | undefined }) {
  const words = useText(editorText)
  const sent = useText(outboxText)
  const client = useQueryClient()
  const title = draft.title.trim() || draft.content.trim() || words.noTitle
  const about = [
    state === 'sending' ? sent.sending : state === 'waiting' ? sent.waiting : state === 'refused' ? sent.refusedTitle : '',
    draft.thread_id === '' ? '' : words.ofEdit,
    draft.on_server_at === 0 ? words.onDevice : '',
    agoOf(draft.saved_at / 1000, now()),
  ]

  async function drop() {
    const confirmation = {
      title: words.dropAsk,
      text: words.dropText,
      confirm: words.dropDraft,
      cancel: words.keep,
      isDanger: true,
    }
    if ((await question(confirmation)) !== 'confirm') return
    await discardDraft(draft.id)
    void client.invalidateQueries({ queryKey: serverDrafts().queryKey })
    toast(words.dropped)
  }

  const to = state ? hrefTo(paths.posted, { id: draft.id }) : hrefTo(paths.editor, editorOf(draft))
  return (
    <li className={styles.draft}>
      {/* The editor continues from the version shown. */}
      <a href={to} onClick={() => state || saveLocalDraft(draft)}>
        <span className={classes(textStyles.label, textStyles.twoLines)}>{title}</span>
        <span className={textStyles.caption}>{about.filter((part) => part !== '').join(' · ')}</span>
      </a>
      {!state && (
        <IconButton label={words.dropDraft} onClick={() => void drop()}>
          <Trash2 size={20} strokeWidth={1.75} />
        </IconButton>
      )}
    </li>
  )
}

function editorOf({ id, thread_id }: LocalDraft): Record<string, string> {
  return thread_id === '' ? { draft: id } : { edit: thread_id }
}
