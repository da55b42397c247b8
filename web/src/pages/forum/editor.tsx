/** The editor page: a new post (?board=), a draft (?draft=), or an edit of an own post (?edit=). The address names the draft, so that a reload finds it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { oneThread } from '../../forum/base/data.ts'
import { paths } from '../../forum/base/paths.ts'
import { pathTo } from '../../kit/nav/href.ts'
import { editorText } from '../../forum/editor/editor-text.ts'
import { Editor } from '../../forum/editor/editor.tsx'
import { blankDraft, draftOfServer, draftOfThread, serverDrafts } from '../../forum/outbox/drafts.ts'
import { localPosts, openLocalPosts, type LocalDraft } from '../../forum/outbox/local-drafts.ts'
import { newId } from '../../kit/id.ts'
import { useText } from '../../kit/lang.ts'
import { back, rewriteAddress, useQueryValue } from '../../kit/nav/nav.ts'
import { useObservable } from '../../kit/observable.ts'
import type { PageMeta } from '../../kit/page.ts'
import { commonText } from '../../kit/text/text.ts'
import { LoadFailed } from '../../shared/query-list.tsx'
import { classes } from '../../ui/classes.ts'
import { art } from '../../ui/drawing.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { NavBar } from '../../ui/navbar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'

export const meta: PageMeta = { needs: 'user' }

/** Ids of drafts created in this visit: the server does not know them. */
const made = new Set<string>()

export function Screen() {
  const draftId = useQueryValue('draft')
  const boardId = useQueryValue('board')
  const edit = useQueryValue('edit')
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isHere = true
    void openLocalPosts().then(() => isHere && setOpen(true))
    return () => {
      isHere = false
    }
  }, [])
  useEffect(() => {
    if (draftId !== '' || edit !== '') return
    const draft = newId()
    made.add(draft)
    rewriteAddress(pathTo(paths.editor, { draft, board: boardId }))
  }, [draftId, edit, boardId])

  if (!isOpen) return <Waiting />
  if (edit !== '') return <Editing key={edit} threadId={edit} />
  return draftId === '' ? <Waiting /> : <Writing key={draftId} id={draftId} boardId={Number(boardId) || 0} />
}

/** Loads the draft from this device, else from the server, else a new one. Offline, this device decides. */
function Writing({ id, boardId }: { id: string; boardId: number }) {
  const [localDraft] = useState(() => localPosts.get().drafts.find((one) => one.id === id))
  const remote = useQuery({ ...serverDrafts(), enabled: localDraft === undefined && !made.has(id) })
  const existing = remote.data?.find((one) => one.id === id)
  if (localDraft) return <Editor begun={localDraft} />
  if (remote.isLoading) return <Waiting />
  return <Begun draft={existing ? draftOfServer(existing) : blankDraft(id, boardId)} />
}

/** Keeps its initial draft, whatever is refetched. */
function Begun({ draft }: { draft: LocalDraft }) {
  const [begun] = useState(draft)
  return <Editor begun={begun} />
}

function Editing({ threadId }: { threadId: string }) {
  const words = useText(editorText)
  const common = useText(commonText)
  const [localDraft] = useState(() => localPosts.get().drafts.find((one) => one.thread_id === threadId))
  const [id] = useState(newId)
  const { drafts } = useObservable(localPosts)
  const one = useQuery(oneThread(threadId))
  const own = localDraft && drafts.some((draft) => draft.id === localDraft.id) ? localDraft : undefined
  if (own) return <Editor begun={own} />
  if (one.isPending) return <Waiting />
  if (one.data?.can.edit) return <Begun draft={draftOfThread(id, one.data)} />
  return (
    <>
      <NavBar title={words.edit} backLabel={common.back} back={() => back(pathTo(paths.thread, { id: threadId }))} />
      <main className={classes(layoutStyles.page, layoutStyles.plain)}>
        {one.data || !one.error ? (
          <EmptyState art={art.noPage} title={words.noEdit} text={words.noEditText} isNear />
        ) : (
          <LoadFailed onRetry={() => void one.refetch()} />
        )}
      </main>
    </>
  )
}

function Waiting() {
  const words = useText(editorText)
  return (
    <main className={classes(layoutStyles.page, layoutStyles.plain)} aria-busy="true">
      <h1 className={textStyles.visuallyHidden}>{words.write}</h1>
      <Skeleton height={48} above={56} isLate />
      <Skeleton height={168} above={16} isLate />
    </main>
  )
}
